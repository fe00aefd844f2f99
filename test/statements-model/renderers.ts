import { dateOf, poundsOf, type Scenario, type ToldFile, withBalances } from './bank.ts';
import { renderCsv } from './csv-renderer.ts';
import type { OwnLayout } from './layouts.ts';
import { fileOfLines, type Movements, type RenderedFile, toldOf } from './rendered-file.ts';
import { renderCamt, renderMt } from './swift-renderers.ts';

/** Writes a file of the bank, or of staff, as its layout has it. */
export function rendered(file: ToldFile, scenario: Scenario, loans: readonly string[]): RenderedFile {
  const movements = withBalances(scenario);
  const { layout } = file;
  if (layout.kind === 'csv') return renderCsv(file, layout, movements, loans);
  if (layout.kind === 'camt') return renderCamt(file, layout, movements, loans);
  if (layout.kind === 'mt940') return renderMt(file, layout, movements, loans);
  return renderOwn(file, layout, movements, loans);
}

/** What staff type of payments: credits whose loan they know. */
function renderOwn(
  file: ToldFile,
  layout: OwnLayout,
  movements: Movements,
  loans: readonly string[],
): RenderedFile {
  const rows = toldOf(file, movements, false).map((movement) => {
    const pounds = poundsOf(movement.amount);
    const row = {
      loan_id: loans[movement.loan as number] as string,
      payment_amount: file.damaged.includes(movement.id) ? pounds.replace(/^\d/, '$&x') : pounds,
      payment_date: dateOf(movement.day),
      ...(layout.reference && movement.reference !== null ? { payment_reference: movement.reference } : {}),
    };
    const cells = [row.loan_id, row.payment_amount, row.payment_date, row.payment_reference ?? ''];
    return { movement, text: layout.kind === 'own' ? cells.join(',') : JSON.stringify(row) };
  });
  const headings = 'loan_id,payment_amount,payment_date,payment_reference';
  return fileOfLines(layout.kind === 'own' ? [headings, ...rows] : rows);
}
