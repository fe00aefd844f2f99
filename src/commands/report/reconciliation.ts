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
  says: 'Hold what a bank account received against what became of it; exit 8 unless nothing differs, is missing or unsure.',
  more: 'Opening + credits - debits = closing, and credits = posted + held + dismissed + not a repayment. What was booked of held money counts as posted; what was reversed since, one by one, is shown beside it. Files that were undone do not count. Each stretch of days that statements tell of is held against its rows by itself, by balances and by entries: what differs is listed with the files to look at. Held rows that may be known already count until somebody says what they are (Unsure, part of Held); one dismissed as known counts no more.',
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
          { key: 'unsure.sum', title: 'Unsure', kind: 'money' },
          { key: 'told_again.sum', title: 'Told again', kind: 'money' },
          { key: 'differences', title: 'Days that differ', kind: 'integer' },
        ],
        empty: 'No statement of this account is imported in that time.',
      },
    };
  },
};

/** What is not as it should be, and what was undone, a line each. */
function inWords({ account, from, to, currencies, undone_batches: undone, refused }: Report): string[] {
  const lines = currencies.flatMap(currencyInWords);
  const nothing = `warning: no statement of ${account} is imported from ${from} to ${to}`;
  const taken = undone.map(
    (batch) => `Undone: ${batch.batch_id} (${batch.file_name ?? 'standard input'}), ${batch.reason}`,
  );
  const missed = refused.map(
    ({ batch_id: id, file_name: file, count }) =>
      `warning: ${rows(count)} of ${file ?? 'standard input'} (${id}) ${count === 1 ? 'was' : 'were'} refused and did not come corrected: what moved is not known. Import the file again as a whole, corrected; its known rows post nothing`,
  );
  return [...(currencies.length === 0 ? [nothing] : lines), ...missed, ...taken];
}

type OfCurrency = Report['currencies'][number];

function currencyInWords({ currency, difference, gaps, differences, unsure }: OfCurrency): string[] {
  return [
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
    ...differences.map((one) => `warning: ${currency}: ${differenceInWords(one)}`),
    ...(unsure.count === 0
      ? []
      : [
          `warning: ${currency}: ${rows(unsure.count)} of ${grouped(unsure.sum)} may be known already and ${unsure.count === 1 ? 'counts' : 'count'} until somebody says. See: loandesk pay review ls`,
        ]),
  ];
}

type Difference = OfCurrency['differences'][number];

function differenceInWords(one: Difference): string {
  const { first_date: first, last_date: last, batch_ids: batches, difference } = one;
  const days = first === last ? first : `${first} to ${last}`;
  const see = `See: ${batches
    .slice(0, BATCHES_NAMED)
    .map((id) => `loandesk pay batches show ${id}`)
    .join(', ')}${batches.length > BATCHES_NAMED ? ' and others' : ''}, loandesk pay review ls`;
  const off = /[1-9]/.test(difference) ? `, off by ${grouped(difference)}` : '';
  return `${days}: ${statedInWords(one)}, rows kept are ${movementsInWords(one.kept)}${off}. ${see}`;
}

/** Batches of a stretch of days that are named. */
const BATCHES_NAMED = 3;

function statedInWords({ statements, opening, closing, stated }: Difference): string {
  if (statements === 0) return 'no statement tells of these days';
  const whose = statements === 1 ? 'the statement has' : 'the statements have';
  const balances =
    opening === null || closing === null ? [] : [`balances from ${grouped(opening)} to ${grouped(closing)}`];
  return `${whose} ${[...balances, ...(stated === null ? [] : [movementsInWords(stated)])].join(' and ')}`;
}

function movementsInWords({ credits, debits }: Difference['kept']): string {
  return `${side(credits, 'credit')}, ${side(debits, 'debit')}`;
}

function side({ count, sum }: { readonly count: number; readonly sum: string }, name: string): string {
  if (count === 0) return `no ${name}`;
  return `${count} ${name}${count === 1 ? '' : 's'} of ${grouped(sum)}`;
}

function rows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

function grouped(sum: string): string {
  return sum.replace(/\B(?=(\d{3})+\.)/g, ',');
}
