import type { OperationOutput } from '../../contract/operation-types.ts';
import type { CommandDefinition, OptionDefinition } from '../../shell/command-definition.ts';
import { given, textOption } from '../typed-values.ts';
import { FROM, TO } from './report-options.ts';

type Report = OperationOutput<'reports.reconciliation'>;

/** Something waits for a person. */
const NOT_RECONCILED = 8;

const ACCOUNT: OptionDefinition = {
  flag: '--account',
  value: { name: 'ACCOUNT', kind: 'text', ids: 'bank-account' },
  says: 'the bank account, as its statements name it',
  asks: 'Bank account, as its statements name it',
  required: true,
};

/** `report reconciliation`: what a bank account received, held against what became of it. */
export const command: CommandDefinition = {
  path: ['report', 'reconciliation'],
  says: 'Hold what a bank account received against what became of it; exit 8 unless nothing differs or is missing.',
  more: 'Opening + credits - debits = closing, and credits = posted + held + dismissed + not a repayment. What was booked of held money counts as posted; what was reversed since, one by one, is shown beside it. Files that were undone do not count.',
  args: [],
  options: [ACCOUNT, { ...FROM, required: true }, { ...TO, required: true }],
  examples: [
    {
      line: 'loandesk report reconciliation --account EG380019000500000000263180002 --from 2026-03-01 --to 2026-03-31',
      says: 'a month',
    },
  ],
  writes: false,
  calls: ['reports.reconciliation'],
  exitCodes: [NOT_RECONCILED],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call(
      'reports.reconciliation',
      given({
        account: textOption(input, 'account'),
        from: textOption(input, 'from'),
        to: textOption(input, 'to'),
      }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      exitCode: answer.value.reconciled ? 0 : NOT_RECONCILED,
      notices: inWords(answer.value),
      view: {
        shape: 'list',
        rowsKey: 'currencies',
        heading: [
          { key: 'account', title: 'Account', kind: 'id' },
          { key: 'from', title: 'From', kind: 'date' },
          { key: 'to', title: 'To', kind: 'date' },
          { key: 'reconciled', title: 'Reconciled', kind: 'boolean' },
        ],
        columns: [
          { key: 'currency', title: 'Currency', kind: 'text' },
          { key: 'opening', title: 'Opening', kind: 'money' },
          { key: 'credits.sum', title: 'Credits', kind: 'money' },
          { key: 'debits.sum', title: 'Debits', kind: 'money' },
          { key: 'closing', title: 'Closing', kind: 'money' },
          { key: 'posted.sum', title: 'Posted', kind: 'money' },
          { key: 'held.sum', title: 'Held', kind: 'money' },
          { key: 'dismissed.sum', title: 'Dismissed', kind: 'money' },
          { key: 'not_a_repayment.sum', title: 'Not a repayment', kind: 'money' },
          { key: 'difference', title: 'Difference', kind: 'money' },
          { key: 'reversed.sum', title: 'Reversed since', kind: 'money' },
          { key: 'statements', title: 'Statements', kind: 'integer' },
          { key: 'first_date', title: 'From', kind: 'date' },
          { key: 'last_date', title: 'To', kind: 'date' },
          { key: 'gaps', title: 'Gaps', kind: 'integer' },
        ],
        empty: 'No statement of this account is imported in that time.',
      },
    };
  },
};

/** What is not as it should be, and what was undone, a line each. */
function inWords({ account, from, to, currencies, undone_batches: undone }: Report): string[] {
  const lines = currencies.flatMap(({ currency, difference, gaps }) => [
    ...gaps.map(
      ({ after, before, closing, opening, missing }) =>
        `warning: ${currency}: something is missing between ${after}, closing ${grouped(closing)}, and ${before}, opening ${grouped(opening)}: ${grouped(missing)}`,
    ),
    ...(difference === null
      ? [`warning: ${currency}: the statements say no balances and overlap: nothing to hold the rows against`]
      : []),
    ...(difference !== null && /[1-9]/.test(difference)
      ? [`warning: ${currency}: the difference is ${grouped(difference)}`]
      : []),
  ]);
  const nothing = `warning: no statement of ${account} is imported from ${from} to ${to}`;
  const taken = undone.map(
    (batch) => `Undone: ${batch.batch_id} (${batch.file_name ?? 'standard input'}), ${batch.reason}`,
  );
  return [...(currencies.length === 0 ? [nothing] : lines), ...taken];
}

function grouped(sum: string): string {
  return sum.replace(/\B(?=(\d{3})+\.)/g, ',');
}
