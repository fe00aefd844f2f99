import type { OperationOutput } from '../contract/operation-types.ts';
import { displayText } from '../render/display-text.ts';
import { wrappedText } from '../render/wrapped-text.ts';
import type { CommandDefinition, CommandResult, Deps } from '../shell/command-definition.ts';
import { missingLedgerPath } from './ledger/missing-ledger.ts';

type Today = OperationOutput<'today.get'>;

const ITEMS: Readonly<Record<Today['lines'][number]['item'], string>> = {
  applications_to_decide: 'Applications to decide',
  approvals_waiting: 'Approvals for you',
  loans_to_pay_out: 'Loans to pay out',
  disbursements_pending: 'Disbursements pending',
  money_held: 'Money held',
  returns_held: 'Returns held',
  unsure_held: 'May be known already',
  due_today: 'Installments due today',
  newly_overdue: 'Newly overdue',
  last_verify: 'Last verify',
};

/** `today`, which is also `loandesk` alone on a terminal: what there is to do. */
export const command: CommandDefinition = {
  path: ['today'],
  says: 'What there is to do today, each with the command that shows it; "loandesk" alone on a terminal does the same.',
  more: 'Money held came in and fits no loan; returns held are movements the bank took back, whichever way they went; what may be known already is counted among them and shown from the oldest. Newly overdue: loans that fell overdue within three days. Approvals are those you did not enter yourself. The last verify is one that could note itself in the ledger.',
  args: [],
  options: [],
  examples: [
    { line: 'loandesk today', says: 'the working screen' },
    { line: 'loandesk today --json', says: 'the same for a program' },
  ],
  writes: false,
  worksWithoutLedger: 'on_terminal',
  calls: ['today.get'],
  async run(_input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('today.get', {});
    if (!answer.ok) {
      const isOther = answer.problem.code === 'not_offered' && deps.tableOnTerminal;
      return isOther ? whatAnotherMakeCan(backend.describedAs, deps.lineCells) : answer;
    }
    const missing = isEmpty(answer.value) ? await missingLedger(deps) : null;
    if (missing !== null && deps.tableOnTerminal) return waysToStart(answer.value, missing, deps.lineCells);
    return {
      ok: true,
      data: answer.value,
      notices: [
        ...(missing === null ? [] : [`There is no ledger at ${missing} yet: loandesk ledger init`]),
        ...(deps.tableOnTerminal && nothingWaits(answer.value)
          ? ['Nothing waits. To take an application: loandesk apply']
          : []),
      ],
      view: {
        shape: 'list',
        rowsKey: 'lines',
        heading: [
          { key: 'as_of', title: 'Today', kind: 'date' },
          { key: 'last_verify', title: 'Last verify', kind: 'text', words: verifyInWords },
        ],
        columns: [
          { key: 'item', title: 'What', kind: 'id', words: (item) => ITEMS[item as keyof typeof ITEMS] },
          { key: 'count', title: 'Count', kind: 'integer' },
          { key: 'amount', title: 'Amount', kind: 'money' },
          { key: 'since', title: 'Since', kind: 'date' },
          { key: 'command', title: 'See it with', kind: 'text' },
        ],
        empty: 'Nothing.',
      },
    };
  },
};

/** Whether there is nothing to do because there may be no ledger at all, which takes a look of its own. */
function isEmpty(today: Today): boolean {
  return today.last_verify === null && nothingWaits(today);
}

function nothingWaits({ lines }: Today): boolean {
  return lines.every(({ count }) => count === null || count === 0);
}

async function missingLedger(deps: Deps): Promise<string | null> {
  return deps.onLocalLedger ? missingLedgerPath(deps) : null;
}

function waysToStart(data: Today, missing: string, cells: number | null): CommandResult {
  // A long path stays whole on a line of its own.
  const first = wrappedText(`There is no ledger at ${displayText(missing)} yet. Three ways to start:`, cells);
  const text = `${first}

  loandesk demo                     the whole life of a loan, on a ledger
                                    that is thrown away
  loandesk ledger init              a ledger of your own, then the first
                                    application: loandesk apply
  loandesk auth login --server URL  work on the server of your bank

All commands: loandesk help`;
  return { ok: true, data, view: { shape: 'text', text } };
}

/** Commands of the interface's operations, which every server has. */
const OF_INTERFACE = `  loandesk apply             take an application
  loandesk assess APP        what its orders and the owner's conduct say
  loandesk decide APP        record the decision
  loandesk disburse LOAN     register the payout
  loandesk pay LOAN          book a repayment
  loandesk loan show LOAN    how a loan stands
  loandesk merchants ls      merchants; merchants show, orders
  loandesk users ls          users; users show, transactions, summary, flags,
                             flags-summary, features
  loandesk loan quote        what a loan would cost; needs no server`;

function whatAnotherMakeCan(server: string, cells: number | null): CommandResult {
  const said = `The ${displayText(server)} is of another make: it has the operations of the lending interface, and nothing that says what there is to do today. What it can:`;
  const text = `${wrappedText(said, cells)}\n\n${OF_INTERFACE}\n\nAll commands: loandesk help`;
  return { ok: true, data: null, view: { shape: 'text', text } };
}

/** Such as `2026-03-01 12:00:00Z by mona, in order`. */
function verifyInWords(value: unknown): string {
  const verify = value as Today['last_verify'];
  if (verify === null) return 'never';
  const at = verify.at.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
  const found = verify.ok ? 'in order' : `violations found: ${verify.violations}`;
  return `${at} by ${verify.by}, ${found}`;
}
