import type { OperationOutput } from '../contract/operation-types.ts';
import type { Problem } from '../contract/problem.ts';
import { DISBURSEMENT_METHODS, parseBankAccount } from '../domain/account-number.ts';
import { formatAmountGrouped, piastres } from '../domain/money.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { CommandDefinition, CommandInput, Deps } from '../shell/command-definition.ts';
import { carryOut } from './carry-out.ts';
import { changesInWords, changesNotAskedAbout } from './corrections-in-words.ts';
import { DISBURSEMENT_COLUMNS } from './disbursements/disbursement-columns.ts';
import { amountsUpTo } from './limits.ts';
import { loanInWords, moneyInWords } from './named-in-questions.ts';
import { plainAmount, textOption } from './typed-values.ts';

type Registered = OperationOutput<'disbursements.create'>;

/** `disburse LOAN`: registers that a loan is paid out. */
export const command: CommandDefinition = {
  path: ['disburse'],
  says: 'Register the payout of an approved loan. loandesk records it; the bank sends the money.',
  args: [
    {
      name: 'LOAN',
      says: 'id of the loan or of its application',
      required: true,
      of: 'loan',
      ids: 'loan-to-disburse',
    },
  ],
  options: [
    {
      flag: '--method',
      value: { name: 'METHOD', kind: 'choice', choices: DISBURSEMENT_METHODS },
      says: 'how the money goes',
      asks: 'How does the money go?',
      field: 'disbursement_method',
      required: true,
    },
    {
      flag: '--account',
      value: { name: 'ACCOUNT', kind: 'text', check: accountFault },
      says: 'receiving account, wallet or payee',
      field: 'merchant_bank_account',
      required: true,
    },
    {
      flag: '--amount',
      value: { name: 'N', kind: 'amount' },
      says: 'amount in EGP (default: all that is left)',
      offers: async ({ args }, deps) => {
        const left = await amountLeft(args[0] ?? '', deps);
        return left === null || left === 0 ? null : moneyInWords(left);
      },
      limits: async ({ args }, deps) => {
        const left = await amountLeft(args[0] ?? '', deps);
        return amountsUpTo(left, 'It must be at most what is left to pay out,');
      },
      mends: ['over_disbursement'],
      field: 'disbursement_amount',
    },
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: 'value date (default: the business date)',
      offers: async (_, deps) => deps.today(),
      mends: [
        'date_before_disbursement',
        'date_after_maturity',
        'disbursement_before_decision',
        'period_closed',
      ],
      field: 'disbursement_date',
    },
  ],
  examples: [
    {
      line: 'loandesk disburse LN-7K3QX9B23 --account EG380019000500000000263180002 --method bank_transfer',
      says: 'all that is left, today',
    },
  ],
  writes: true,
  beforeAsking: { flags: ['--method', '--account', '--amount'], tell: whatIsLeft },
  calls: ['disbursements.create', 'loans.get'],
  columns: () => DISBURSEMENT_COLUMNS,
  async run(input, deps) {
    const loanId = input.args[0] ?? '';
    const amount = await amountToSend(loanId, input, deps);
    if (typeof amount !== 'string') return { ok: false, problem: amount };
    const done = await carryOut(
      deps,
      'disbursements.create',
      {
        loan_id: loanId,
        merchant_bank_account: textOption(input, 'account') ?? '',
        disbursement_amount: amount,
        disbursement_date: textOption(input, 'date') ?? deps.today(),
        disbursement_method: textOption(input, 'method') ?? '',
      },
      async (plan) => ({
        summary: [
          ...plan.warnings.map((warning) => `Note: ${warning}`),
          sentence(plan, await loanInWords(plan.loan_id, deps)),
          ...changesInWords(plan),
        ],
        question: 'Register this disbursement?',
        // A register entry, not the money itself: undone by `disbursements fail`, so Enter may mean yes.
        defaultYes: plan.warnings.length === 0,
      }),
    );
    if (!done.ok) return done;
    const { warnings = [], ...disbursement } = done.value;
    return {
      ok: true,
      data: done.value.warnings === undefined ? disbursement : { ...disbursement, warnings },
      view: { shape: 'record', columns: DISBURSEMENT_COLUMNS },
      notices: deps.dryRun
        ? changesNotAskedAbout(done.value, deps)
        : [
            ...changesNotAskedAbout(done.value, deps),
            ...(deps.assumeYes ? warnings.map((warning) => `warning: ${warning}`) : []),
            `Recorded, not sent: ask the bank to send it with reference ${disbursement.disbursement_reference}.`,
            `next: loandesk loan schedule ${disbursement.loan_id}`,
          ],
    };
  },
};

/** What is wrong with an account of the method chosen; the prompt asks for the method first. */
function accountFault(text: string, options: CommandInput['options']): string | null {
  const method = DISBURSEMENT_METHODS.find((known) => known === options.method);
  const account = method === undefined ? null : parseBankAccount(text, method);
  return isRefusal(account) ? account.message : null;
}

/** What a person reads before saying where the money goes. */
async function whatIsLeft({ args }: CommandInput, deps: Deps): Promise<readonly string[]> {
  const loanId = args[0] ?? '';
  const left = await amountLeft(loanId, deps);
  return left === null
    ? []
    : [`${await loanInWords(loanId, deps)}: ${moneyInWords(left)} EGP are left to pay out.`];
}

/** null: the loan cannot be read, or the server does not say it. */
async function amountLeft(loanId: string, deps: Deps): Promise<number | null> {
  const loan = await (await deps.backend()).call('loans.get', { loan_id: loanId });
  return loan.ok ? (loan.value.undisbursed_amount ?? null) : null;
}

/**
 * The amount given, or all that is left of the loan. With nothing left it is the whole loan, which the operation
 * refuses for what is true of it: fully paid out, cancelled, paid off.
 */
async function amountToSend(loanId: string, input: CommandInput, deps: Deps): Promise<string | Problem> {
  const typed = textOption(input, 'amount');
  if (typed !== undefined) return plainAmount(typed);
  const loan = await (await deps.backend()).call('loans.get', { loan_id: loanId });
  if (!loan.ok) return loan.problem;
  const left: number | undefined = loan.value.undisbursed_amount;
  if (left === undefined) {
    const detail = 'This server does not say what is left to pay out, so the amount has to be given.';
    return { code: 'values_missing', detail, hint: 'Give --amount N.' };
  }
  return String(left || loan.value.original_amount);
}

function sentence(plan: Registered, loan: string): string {
  const amount = formatAmountGrouped(piastres(Math.round(plan.disbursement_amount * 100)));
  return `Will register ${amount} EGP for ${loan} to ${plan.merchant_bank_account} by ${plan.disbursement_method} on ${plan.disbursement_date} (${plan.status}).`;
}
