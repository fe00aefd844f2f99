import type { OperationInput } from '../../../contract/operation-types.ts';
import type { CommandDefinition } from '../../../shell/command-definition.ts';
import { carryOut } from '../../carry-out.ts';
import { given, plainAmount, textOption } from '../../typed-values.ts';
import { askingToMatch, matchedResult, PAYMENTS } from './matched-row.ts';

/** `pay review match HLD LOAN[=AMOUNT]…`: books held money, or takes back what a return names. */
export const command: CommandDefinition = {
  path: ['pay', 'review', 'match'],
  says: 'Book held money on the loans it is for, or reverse the payment a returned row takes back.',
  more: 'Money may go to several loans; what is given to none stays held. A loan without an amount gets the rest. Of a returned row, name the payment instead. The payment keeps the reference of the bank and the batch of the file.',
  args: [
    { name: 'HLD', says: 'id of the held row', required: true, of: 'held_row', ids: 'held-row-open' },
    {
      name: 'LOAN[=AMOUNT]',
      says: 'a loan by id or alias, with its part of the money; of a returned row, the payment',
      asks: 'The loan all of it is for; of a returned row, the payment',
      required: true,
      variadic: true,
      ids: 'loan-active',
    },
  ],
  options: [
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: "payment date, not before the row's own (the default)",
      field: 'date',
    },
  ],
  examples: [
    { line: 'loandesk pay review match HLD-7K3QX9B23 LN-7K3QX9B23', says: 'all of it for one loan' },
    {
      line: 'loandesk pay review match HLD-7K3QX9B23 shop-7=1500 shop-9',
      says: 'one transfer for two loans',
    },
    { line: 'loandesk pay review match HLD-7K3QX9B23 PAY-2C7D9F1KA', says: 'a return of that payment' },
  ],
  writes: true,
  calls: ['held_rows.match', 'loans.get'],
  exitCodes: [8],
  columns: () => PAYMENTS,
  async run(input, deps) {
    const request = requestOf(input.args, textOption(input, 'date'));
    const done = await carryOut(deps, 'held_rows.match', request, (plan) => askingToMatch(plan, deps));
    return done.ok ? matchedResult(done.value, deps) : done;
  },
};

function requestOf(args: readonly string[], date: string | undefined): OperationInput<'held_rows.match'> {
  const [held_id = '', ...named] = args;
  const [only = ''] = named;
  if (named.length === 1 && /^\s*PAY-/i.test(only)) return { held_id, payment_id: only, ...given({ date }) };
  return { held_id, allocations: named.map(allocation), ...given({ date }) };
}

/** The last `=` parts the amount: an alias may have one of its own. */
function allocation(text: string): { loan_id: string; amount?: string } {
  const at = text.lastIndexOf('=');
  return at === -1
    ? { loan_id: text }
    : { loan_id: text.slice(0, at), amount: plainAmount(text.slice(at + 1)) };
}
