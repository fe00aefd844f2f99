import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { amountToNumber, formatAmountGrouped, type Piastres } from '../../domain/money.ts';
import { maskedPhone } from '../../domain/phone.ts';
import { refuse } from '../../domain/refusal.ts';
import { shellWord } from '../../domain/shell-word.ts';
import type { ReadTx } from '../../store/port.ts';
import type { ReadHandler } from '../call.ts';
import { readWhole } from '../paging.ts';
import { soughtFrom } from './sought.ts';

type Found = OperationOutput<'find.list'>;
type Kind = Found['matches'][number]['kind'];
type Row = Awaited<ReturnType<ReadTx['find']['rows']>>[number];

const LONGEST = 200;
const DEFAULT_SIZE = 20;
const MOST = 200;

/** What shows a thing of each kind, before its id. */
const COMMANDS: Readonly<Record<Kind, string>> = {
  merchant: 'merchants show',
  user: 'users show',
  application: 'applications show',
  loan: 'loan show',
  payment: 'pay receipt',
  held_row: 'pay review show',
  batch: 'pay batches show',
};

/** Everything that answers to a text, kind by kind, each with the command that shows it. */
export const handle: ReadHandler<OperationInput<'find.list'>, Found> = async (tx, input) => {
  const size = readWhole('size', input.size, 1, MOST, DEFAULT_SIZE);
  if (typeof size !== 'number') return size;
  const sought = soughtFrom(input.q);
  if (sought === null) {
    return refuse('invalid_query', 'there is nothing to look for', {
      hint: 'Give a name, an id, a phone number, an account, a reference or an amount.',
    });
  }
  if (sought.text.length > LONGEST) {
    return refuse('invalid_query', `what is looked for is longer than ${LONGEST} characters`);
  }
  const matches: Found['matches'] = [];
  const more: Kind[] = [];
  for (const kind of Object.keys(COMMANDS) as Kind[]) {
    // One more than is shown tells whether there are others.
    const rows = await tx.find.rows(kind, sought, size + 1);
    matches.push(...rows.slice(0, size).map((row) => matchOf(kind, row)));
    if (rows.length > size) more.push(kind);
  }
  return { query: sought.text, size, matches, more };
};

function matchOf(kind: Kind, row: Row): Found['matches'][number] {
  const amount = row.amountPiastres as Piastres | null;
  const says = [row.name, amount === null ? null : `${formatAmountGrouped(amount)} EGP`, row.on];
  return {
    kind,
    id: row.id,
    matched: row.matched,
    // A phone number is nowhere shown in full without a record of it.
    value: row.matched === 'phone' ? maskedPhone(row.value) : row.value,
    description: says.filter((part) => part !== null && part !== '').join(', '),
    amount: amount === null ? null : amountToNumber(amount),
    date: row.on,
    command: `loandesk ${COMMANDS[kind]} ${shellWord(row.id)}`,
  };
}
