import { parseDate } from '../domain/dates.ts';
import { isRefusal } from '../domain/refusal.ts';
import { commandLines, wrappedText } from '../render/wrapped-text.ts';
import type { CommandDefinition, ThrowAwayDesk } from '../shell/command-definition.ts';
import { sampleOrders } from './demo/sample-orders.ts';
import { STORY, type Step } from './demo/story.ts';

const LAST_DAY_OF_SALES = '2026-02-28';

/** `demo`: the whole life of a loan on a throw-away ledger. */
export const command: CommandDefinition = {
  path: ['demo'],
  says: 'Tell the whole life of a loan, on sample data and a ledger that is thrown away.',
  more: 'Every line is a real command, run on a ledger made for it; your own ledger is not touched.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk demo', says: 'takes a few seconds' }],
  writes: false,
  async run(_input, deps) {
    const desk = await deps.rooms.throwAwayDesk(deps.lineCells);
    try {
      return { ok: true, data: null, view: { shape: 'text', text: await tell(desk, deps.lineCells) } };
    } finally {
      await desk.close();
    }
  },
};

async function tell(desk: ThrowAwayDesk, cells: number | null): Promise<string> {
  const lastDay = parseDate(LAST_DAY_OF_SALES);
  if (isRefusal(lastDay)) throw new Error(lastDay.message);
  const names = new Map([['FILE', await desk.writeFile('nile-crafts.jsonl', sampleOrders(lastDay))]]);
  const intro = 'The life of a loan, told on made-up data. Every line after a $ is a real command.';
  const parts = [`${wrappedText(intro, cells)}\n`];
  for (const [index, step] of STORY.entries()) {
    const line = step.line.map((word) => names.get(word) ?? word);
    const { out, said, exitCode } = await desk.run([
      ...line,
      ...['--business-date', step.businessDate, '--format', 'table'],
    ]);
    if (exitCode !== (step.exitCode ?? 0)) {
      throw new Error(`the demo's step ${index + 1} ended with exit code ${exitCode}: ${said}`);
    }
    rememberIds(out, names);
    const words = wrappedText(paragraph(step), cells);
    parts.push(words, `${commandText(step, line, cells)}\n`, `${out || said}\n`);
  }
  const ending = `Now yours: loandesk merchants import FILE, loandesk apply, or loandesk help.
With your own ledger every command works like this one did; --json gives it to a script.`;
  parts.push(`${wrappedText(ending, cells)}\n`);
  return parts.join('\n');
}

function paragraph(step: Step): string {
  return step.says === '' ? '' : `${step.businessDate}. ${step.says}`;
}

/** The line as one would type it: the sample file by its name, what has blanks in quotes, long ones continued. */
function commandText(step: Step, line: readonly string[], cells: number | null): string {
  const words = line.map((word, index) => {
    if (step.line[index] === 'FILE') return 'nile-crafts.jsonl';
    return /[\s"]/.test(word) ? JSON.stringify(word) : word;
  });
  return commandLines(['$ loandesk', ...words].join(' ').split(/ (?=--)/), cells, ' \\').join('\n    ');
}

/** Later steps name what earlier ones made. */
function rememberIds(out: string, names: Map<string, string>): void {
  for (const [name, form] of [
    ['APP', /APP-[0-9A-Z]{9}/],
    ['LN', /LN-[0-9A-Z]{9}/],
    ['REF', /DSB-[0-9A-Z]{9}/],
  ] as const) {
    const id = form.exec(out)?.[0];
    if (id !== undefined) names.set(name, id);
  }
}
