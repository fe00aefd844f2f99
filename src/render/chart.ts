import { fixedTwo, groupThousands } from './cell-values.ts';
import { displayText } from './display-text.ts';
import { textWidth } from './text-width.ts';
import type { Chart } from './view.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const WIDEST_CELLS = 40;
const NARROWEST_CELLS = 8;
const GAP_CELLS = 2;

/**
 * A chart as lines of label, bar of block characters and amount, the longest bar for the largest amount. Without
 * drawings, and where a line has no room for a bar, label and amount alone say the same.
 */
export function chartText(
  chart: Chart,
  options: { readonly widthCells: number | null; readonly drawings: boolean },
): string {
  const rows = chart.points.map(({ label, amount }) => ({
    amount,
    label: displayText(label),
    figure: groupThousands(fixedTwo(amount)),
  }));
  if (rows.length === 0) return 'Nothing to draw.';
  const labelCells = Math.max(...rows.map((row) => textWidth(row.label)));
  const figureCells = Math.max(...rows.map((row) => row.figure.length));
  const room = (options.widthCells ?? 80) - labelCells - figureCells - 2 * GAP_CELLS;
  const barCells = options.drawings && room >= NARROWEST_CELLS ? Math.min(room, WIDEST_CELLS) : 0;
  const largest = Math.max(...rows.map((row) => row.amount));
  return rows
    .map(({ label, amount, figure }) => {
      const share = largest > 0 ? Math.max(0, amount) / largest : 0;
      const bar = barCells === 0 ? '' : `${barOf(share, barCells)}${' '.repeat(GAP_CELLS)}`;
      return `${label}${' '.repeat(labelCells - textWidth(label) + GAP_CELLS)}${bar}${figure.padStart(figureCells)}`;
    })
    .join('\n');
}

/** A bar as long as `share` of `cells`, to an eighth of a cell; what is not nothing is never drawn as nothing. */
function barOf(share: number, cells: number): string {
  const eighths = share === 0 ? 0 : Math.max(1, Math.round(share * cells * 8));
  const bar = '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7]!;
  return bar.padEnd(cells);
}
