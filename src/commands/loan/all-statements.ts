import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Outcome, Problem } from '../../contract/problem.ts';
import type { StatementEntry } from '../../render/documents/statement-index.ts';
import type { CommandInput, CommandResult, Deps } from '../../shell/command-definition.ts';
import { laidOut, type Printing, printingOf } from '../print-document.ts';
import { given, textOption } from '../typed-values.ts';
import { statementOf } from './statement.ts';

type Loan = OperationOutput<'loans.list'>['data'][number];

/** Loans asked for at a time. */
const PAGE_SIZE = 200;
const SAID_EVERY = 500;

/** Writes a statement of every loan paid out by the end of the period, and an index of them, into a new folder. */
export async function printAllStatements(input: CommandInput, deps: Deps): Promise<CommandResult> {
  const printing = await printingOf(input, deps);
  if (!printing.ok) return printing;
  const folder = (textOption(input, 'out') ?? '').replace(/[/\\]+$/, '');
  const entries: StatementEntry[] = [];
  const to = textOption(input, 'to') ?? deps.asOf ?? undefined;
  for (let page = 1; ; page++) {
    const loans = await loansOn(page, to, deps);
    if (!loans.ok) return loans;
    for (const listed of loans.value.data) {
      const known = await knownThen(listed, input, deps);
      if (!known.ok) return known;
      const loan = known.value;
      if (loan === null || (loan.disbursed_amount === 0 && loan.total_payments_made === 0)) continue;
      const entry = await printOne(loan, folder, printing.value, input, deps);
      if ('code' in entry) return { ok: false, problem: entry };
      entries.push(entry);
      if (entries.length % SAID_EVERY === 0) deps.progress(`${counted(entries.length)} written`);
    }
    if (loans.value.page * loans.value.size >= loans.value.total_count) break;
  }
  const problem = await writeIndex(entries, folder, printing.value, input, deps);
  if (problem !== null) return { ok: false, problem };
  return {
    ok: true,
    data: entries,
    view: {
      shape: 'list',
      empty: 'No loan was paid out by then; the index is empty.',
      columns: [
        { key: 'loan_id', title: 'Loan', kind: 'id' },
        { key: 'business_name', title: 'Business', kind: 'text' },
        { key: 'movements', title: 'Movements', kind: 'integer' },
        { key: 'balance', title: 'Closing balance', kind: 'money' },
        { key: 'file', title: 'File', kind: 'id' },
      ],
    },
    notices: [`${counted(entries.length)} and an index are in ${folder}`],
  };
}

async function loansOn(
  page: number,
  asOf: string | undefined,
  deps: Deps,
): Promise<Outcome<OperationOutput<'loans.list'>>> {
  const backend = await deps.backend();
  // Closed ones too: a loan cancelled after its first payout still has a statement.
  const asked = { closed: true, page: String(page), size: String(PAGE_SIZE), ...given({ as_of: asOf }) };
  return backend.call('loans.list', asked);
}

/** The loan as it was known at `--known-at`; null when nobody knew of it then. A list is of what is known now. */
async function knownThen(listed: Loan, input: CommandInput, deps: Deps): Promise<Outcome<Loan | null>> {
  const known_at = textOption(input, 'knownAt');
  if (known_at === undefined) return { ok: true, value: listed };
  const backend = await deps.backend();
  const loan = await backend.call('loans.get', { loan_id: listed.loan_id, as_of: listed.as_of, known_at });
  return !loan.ok && loan.problem.code === 'loan_not_found' ? { ok: true, value: null } : loan;
}

async function printOne(
  loan: Loan,
  folder: string,
  printing: Printing,
  input: CommandInput,
  deps: Deps,
): Promise<StatementEntry | Problem> {
  const rows = await statementOf(loan.loan_id, input, deps);
  if (!rows.ok) return rows.problem;
  const { statementDocument } = await import('../../render/documents/statement-document.ts');
  const period = { from: textOption(input, 'from') ?? null, to: loan.as_of };
  const document = statementDocument(loan, rows.value, period, printing.letterhead, printing.language);
  const file = `${loan.loan_id}.${endingOf(printing)}`;
  const problem = await deps.rooms.writeNewFile(
    `${folder}/${file}`,
    await laidOut(document, printing, input),
  );
  if (problem !== null) return problem;
  return {
    loan_id: loan.loan_id,
    business_name: loan.business_name,
    movements: rows.value.filter(({ kind }) => kind !== 'opening').length,
    balance: rows.value.at(-1)?.balance ?? 0,
    file,
  };
}

async function writeIndex(
  entries: readonly StatementEntry[],
  folder: string,
  printing: Printing,
  input: CommandInput,
  deps: Deps,
): Promise<Problem | null> {
  const { statementIndex } = await import('../../render/documents/statement-index.ts');
  const to = textOption(input, 'to') ?? deps.asOf ?? printing.letterhead.printed_on;
  const period = { from: textOption(input, 'from') ?? null, to };
  const document = statementIndex(entries, period, printing.letterhead, printing.language);
  return deps.rooms.writeNewFile(
    `${folder}/index.${endingOf(printing)}`,
    await laidOut(document, printing, input),
  );
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'statement' : 'statements'}`;
}

function endingOf({ form }: Printing): string {
  return form === 'html' ? 'html' : 'txt';
}
