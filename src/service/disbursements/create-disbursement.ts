import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import {
  DISBURSEMENT_METHODS,
  type DisbursementMethod,
  parseBankAccount,
} from '../../domain/account-number.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { decideDisbursement } from '../../domain/disbursement-decision.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import type { Piastres } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { decidersOf } from '../approvals/deciders-of.ts';
import type { WriteHandler } from '../call.ts';
import { freshId } from '../fresh-ids.ts';
import { accountChange, correctionsResponse } from '../loans/corrections.ts';
import { nextEventOrder } from '../loans/next-event-order.ts';
import { correctionEntries } from '../loans/replayed-entries.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { disbursementEntry, disbursementResponse, type SettledRecord } from './disbursement-response.ts';

type Input = OperationInput<'disbursements.create'>;
type Output = OperationOutput<'disbursements.create'>;

interface AskedDisbursement {
  readonly merchantBankAccount: string;
  readonly amountPiastres: Piastres;
  readonly disbursementDate: CalendarDate;
  readonly method: DisbursementMethod;
}

/**
 * Registers a disbursement. Dated today or earlier it is completed, later it is pending and completes by itself;
 * its journal entry is written now, with its own value date. Under manual settlement both wait for a person.
 */
export const handle: WriteHandler<Input, Output> = async (tx, input, call) => {
  const asked = readDisbursement(input);
  if (isRefusal(asked)) return asked;
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const policy = await policyInForce(tx, call.today);
  const { values } = policy;
  const order = nextEventOrder(dossier);
  const disbursementReference = await freshId(tx, call, 'disbursement');
  const decided = decideDisbursement({
    facts: dossier,
    amountPiastres: asked.amountPiastres,
    disbursementDate: asked.disbursementDate,
    businessDate: call.today,
    decidedOn: dossier.loan.approvedOn,
    disbursementReference,
    order,
    policy: {
      settlement: values.settlement,
      disbursementBeforeDecision: values.disbursementBeforeDecision,
      closedThrough: await booksClosedThrough(tx, policy, call.today),
      acceptOverpayment: values.acceptOverpayment,
    },
  });
  if (isRefusal(decided)) return decided;
  const earlierAccount = await tx.disbursements.lastAccountOfMerchant(dossier.loan.merchantId);
  const record: SettledRecord = {
    disbursementReference,
    loanId: dossier.loan.loanId,
    number: dossier.disbursements.length + 1,
    ...asked,
    settlement: values.settlement,
    order,
    registeredAt: call.now,
    registeredBy: call.caller.actor,
    outcome: null,
  };
  const after = { ...dossier, disbursements: [...dossier.disbursements, record] };
  const corrections = await correctionEntries(tx, dossier, { after, changes: decided.changes }, call);
  await tx.insert.disbursements([record]);
  if (values.settlement === 'automatic') {
    const booking = { at: call.now, by: call.caller.actor };
    await tx.insert.journalEntries([
      disbursementEntry(record, record.disbursementDate, booking),
      ...corrections,
    ]);
  }
  const value: Output = {
    ...disbursementResponse(record, call.today),
    warnings: [...decided.warnings.map((warning) => warning.message), ...otherAccount(earlierAccount, asked)],
    corrections: correctionsResponse(decided.changes),
    account: accountChange(dossier, after, values, call),
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'disbursement',
      object: record.loanId,
      content: asked,
      notBy: () => decidersOf(tx, dossier.loan),
      whileWaiting: (waiting) => ({ ...waiting, disbursement_reference: null, status: 'pending' }),
    },
    audit: {
      object: record.loanId,
      touches: [disbursementReference],
      before: { account: earlierAccount },
      after: value,
    },
  };
};

function readDisbursement(input: Input): AskedDisbursement | Refusal {
  const { loan_id: _loan, ...fields } = input;
  const names = [
    'merchant_bank_account',
    'disbursement_amount',
    'disbursement_date',
    'disbursement_method',
  ] as const;
  const reader = new FieldReader(fields);
  reader.allowOnly(names);
  reader.require(names);
  const amountPiastres = reader.amount('disbursement_amount');
  const disbursementDate = reader.parsed('disbursement_date', parseDate);
  const method = reader.choice('disbursement_method', DISBURSEMENT_METHODS);
  const merchantBankAccount = reader.parsed('merchant_bank_account', (text) =>
    parseBankAccount(text, method ?? 'wallet'),
  );
  const refusal = reader.refusal();
  if (refusal !== null) return refusal;
  if (
    amountPiastres === null ||
    disbursementDate === null ||
    method === null ||
    merchantBankAccount === null
  ) {
    throw new Error('a missing field was not noted');
  }
  return { merchantBankAccount, amountPiastres, disbursementDate, method };
}

/** Paying a merchant to a new account is how money is led astray; it is said, asked and recorded. */
function otherAccount(earlier: string | null, asked: AskedDisbursement): string[] {
  if (earlier === null || earlier === asked.merchantBankAccount) return [];
  return [`this merchant was last paid to ${earlier}, now to ${asked.merchantBankAccount}`];
}
