import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Problem } from '../../contract/problem.ts';
import { csvText } from '../../render/delimited.ts';
import type { Column, ListView } from '../../render/view.ts';
import type { CommandDefinition, Deps } from '../../shell/command-definition.ts';
import { textOption } from '../typed-values.ts';

type Batch = OperationOutput<'merchants.import'>;
type Counts = Omit<Batch, 'refusals'>;

/** Records a transaction: small enough to let other writers in, large enough to be quick. */
const BATCH_SIZE = 5_000;
const REFUSALS_SHOWN = 5;
const WAITS_FOR_A_PERSON = 8;

/** `merchants import FILE…`: takes merchants, stores and orders into the data set. */
export const command: CommandDefinition = {
  path: ['merchants', 'import'],
  says: 'Import merchants, stores and orders from JSON Lines files, gzip too.',
  more: 'The same file again changes nothing. Refused records never stop good ones; they are written beside the input, with line, field, value and reason, and the exit code is 8.',
  args: [
    { name: 'FILE', says: 'data files, - for standard input', required: true, variadic: true, of: 'file' },
  ],
  options: [
    {
      flag: '--results',
      value: { name: 'DIR', kind: 'file' },
      says: 'folder for the file of refused records (default: beside the input)',
    },
  ],
  examples: [
    { line: 'loandesk merchants import shop-orders.jsonl.gz', says: 'idempotent: run it every night' },
  ],
  writes: true,
  foundsLedger: true,
  async run(input, deps) {
    const total: Counts = { new: 0, updated: 0, unchanged: 0, refused: 0, by_kind: {} };
    const notices: string[] = [];
    for (const path of input.args) {
      const refusals = await importFile(path, total, deps);
      if (!Array.isArray(refusals)) return { ok: false, problem: refusals as Problem };
      if (refusals.length > 0) {
        notices.push(...(await tellRefusals(path, refusals, textOption(input, 'results') ?? null, deps)));
      }
    }
    return {
      ok: true,
      data: deps.dryRun ? { ...total, dry_run: true } : total,
      view: { shape: 'record', columns: COUNT_COLUMNS },
      notices,
      exitCode: total.refused > 0 ? WAITS_FOR_A_PERSON : 0,
    };
  },
};

const COUNT_COLUMNS: readonly Column[] = [
  { key: 'new', title: 'New', kind: 'integer' },
  { key: 'updated', title: 'Updated', kind: 'integer' },
  { key: 'unchanged', title: 'Unchanged', kind: 'integer' },
  { key: 'refused', title: 'Refused', kind: 'integer' },
];

const REFUSAL_VIEW: ListView = {
  shape: 'list',
  empty: '',
  columns: [
    { key: 'line', title: 'Line', kind: 'integer' },
    { key: 'field', title: 'Field', kind: 'text' },
    { key: 'value', title: 'Value', kind: 'text' },
    { key: 'reason', title: 'Reason', kind: 'text' },
  ],
};

async function importFile(path: string, total: Counts, deps: Deps): Promise<Batch['refusals'] | Problem> {
  const backend = await deps.backend();
  const refusals: Batch['refusals'] = [];
  let read = 0;
  for await (const lines of deps.rooms.readMerchantFile(path, BATCH_SIZE)) {
    const readable = lines.filter((line) => line.unreadable === undefined);
    const answer = await backend.call(
      'merchants.import',
      { records: readable.map(({ line, source, value }) => ({ line, source, value })) },
      { dryRun: deps.dryRun },
    );
    if (!answer.ok) return answer.problem;
    for (const line of lines) {
      if (line.unreadable === undefined) continue;
      total.refused += 1;
      refusals.push({
        line: line.line,
        source: line.source,
        field: '',
        value: String(line.value ?? ''),
        reason: line.unreadable,
      });
    }
    addCounts(total, answer.value);
    refusals.push(...answer.value.refusals);
    read += lines.length;
    deps.progress(`${path}: ${read.toLocaleString('en')} records`);
  }
  return refusals.sort((a, b) => a.line - b.line);
}

function addCounts(total: Counts, batch: Counts): void {
  for (const key of ['new', 'updated', 'unchanged', 'refused'] as const) total[key] += batch[key];
  for (const [kind, counts] of Object.entries(batch.by_kind)) {
    const sum = total.by_kind[kind] ?? { new: 0, updated: 0, unchanged: 0, refused: 0 };
    for (const key of ['new', 'updated', 'unchanged', 'refused'] as const) sum[key] += counts[key];
    total.by_kind[kind] = sum;
  }
}

async function tellRefusals(
  path: string,
  refusals: Batch['refusals'],
  folder: string | null,
  deps: Deps,
): Promise<string[]> {
  const told = refusals
    .slice(0, REFUSALS_SHOWN)
    .map(({ line, field, value, reason }) => `refused: ${path} line ${line}: ${field} "${value}": ${reason}`);
  if (refusals.length > REFUSALS_SHOWN) told.push(`refused: and ${refusals.length - REFUSALS_SHOWN} more`);
  if (deps.dryRun) return told;
  const text = csvText(refusals, REFUSAL_VIEW, { columns: null, headers: true, excel: false });
  const written = await deps.rooms.writeResultFile(path, 'rejects.csv', text, folder);
  return [...told, `Refused records are in ${written}`];
}
