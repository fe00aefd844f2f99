import type { OperationOutput } from '../../../contract/operation-types.ts';
import { evidenceInWords, isUnsure, loansNamed } from '../../../domain/unsure-row.ts';
import type { InnerList } from '../../../render/view.ts';
import { moneyInWords } from '../../named-in-questions.ts';

type Held = OperationOutput<'held_rows.get'>;
type Candidate = Held['candidates'][number];

/** Whether a row waits for a person to say if it is known already. */
export function waitsUnsure(row: Held): boolean {
  return row.state === 'open' && row.kind === 'receipt' && isUnsure(row);
}

/** What an unsure row may be, as a table. */
export const CANDIDATES: InnerList = {
  key: 'candidates',
  title: 'What it may be',
  columns: [
    { key: 'id', title: 'Candidate', kind: 'id', words: idInWords },
    { key: 'date', title: 'Date', kind: 'date' },
    { key: 'amount', title: 'Amount', kind: 'unrounded_money' },
    { key: 'loan_id', title: 'Loan', kind: 'id' },
    { key: 'batch_id', title: 'Batch', kind: 'id', words: (id) => (id === null ? 'by hand' : String(id)) },
    { key: 'line', title: 'Line', kind: 'integer' },
    { key: 'for', title: 'Speaks for it', kind: 'text', words: codesInWords },
    { key: 'against', title: 'Speaks against it', kind: 'text', words: codesInWords },
  ],
};

/** What an unsure row may be, a sentence each; where that is not known one by one, why it is held. */
export function candidatesInWords({ candidates, reason, held_id }: Held): string[] {
  if (candidates.length === 0) return [`${held_id} is held because it may be known already: ${reason}.`];
  return candidates.map((one) => `${held_id} may be ${candidateInWords(one)}`);
}

/** How a person ends the doubt about an unsure row, a command each. */
export function waysOut({ held_id, suggestions, candidates, waiting_amount }: Held): string[] {
  const review = 'loandesk pay review';
  const first = candidates.find(({ id }) => id !== null)?.id;
  const told = first === undefined ? 'told twice' : `it is ${first}`;
  const dismiss = `${review} dismiss ${held_id} --reason "${told}"`;
  const same = `the same money told again: ${dismiss}`;
  if (waiting_amount === null) return [same];
  const [loanId, ...more] = loansNamed(suggestions);
  const match = `${review} match ${held_id} LOAN`;
  if (loanId === undefined || more.length > 0) return [`a payment of its own: ${match}`, same];
  return [
    `a payment of its own, for ${loanId}: ${review} accept ${held_id}`,
    `one for another loan: ${match}`,
    same,
  ];
}

function candidateInWords({ id, date, amount, loan_id, for: speaking, against }: Candidate): string {
  const money = amount === null || date === null ? '' : ` of ${moneyInWords(amount)} on ${date}`;
  const loan = loan_id === null ? '' : ` for ${loan_id}`;
  const pro = speaking.length === 0 ? '' : `; for it: ${codesInWords(speaking)}`;
  const con = against.length === 0 ? '' : `; against it: ${codesInWords(against)}`;
  return `${idInWords(id)}${money}${loan}${pro}${con}.`;
}

function idInWords(id: unknown): string {
  return id === null ? 'a row of a file' : String(id);
}

function codesInWords(codes: unknown): string {
  return Array.isArray(codes) ? codes.map((code) => evidenceInWords(String(code))).join(', ') : '';
}
