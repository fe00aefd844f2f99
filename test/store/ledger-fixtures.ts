import type { CalendarDate } from '../../src/domain/dates.ts';
import type { Piastres } from '../../src/domain/money.ts';
import type { RateE4 } from '../../src/domain/rate.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import type {
  ApplicationRecord,
  AuditRecord,
  DecisionRecord,
  DisbursementRecord,
  JournalEntryDraft,
  LoanRecord,
  MerchantRecord,
  OrderRecord,
  PaymentRecord,
  PolicyVersionRecord,
  StoreRecord,
} from '../../src/store/records.ts';

const AT = '2026-03-01T12:00:00.000Z';
const DAY = '2026-03-01' as CalendarDate;
export const amount = (value: number): Piastres => value as Piastres;

export function application(id: string, more: Partial<ApplicationRecord> = {}): ApplicationRecord {
  return {
    applicationId: id,
    merchantId: 'M-1',
    businessName: 'Nile Textiles',
    requestedAmountPiastres: amount(5_000_000),
    loanPurpose: 'stock',
    monthlySalesPiastres: amount(2_000_000),
    platformType: 'platform_a',
    requestedTermMonths: 12,
    currency: 'EGP',
    externalReference: null,
    caller: 'mona',
    createdOn: DAY,
    createdAt: AT,
    status: 'submitted',
    ...more,
  };
}

export function decision(
  applicationId: string,
  loanId: string | null,
  more: Partial<DecisionRecord> = {},
): DecisionRecord {
  return {
    applicationId,
    number: 1,
    decision: 'approved',
    approvedAmountPiastres: amount(4_000_000),
    annualRateE4: 245_000 as RateE4,
    termMonths: 12,
    dayCount: 'monthly',
    repaymentStyle: 'annuity',
    graceMonths: 0,
    revenueSharePercentE4: null,
    rejectionReason: null,
    decisionMakerId: 'officer-7',
    overridesJson: null,
    overrideReason: null,
    note: null,
    loanId,
    decidedOn: DAY,
    decidedAt: AT,
    decidedBy: 'mona',
    policyVersion: 1,
    assessmentJson: '{}',
    ...more,
  };
}

export function loan(id: string, applicationId: string, more: Partial<LoanRecord> = {}): LoanRecord {
  return {
    loanId: id,
    applicationId,
    merchantId: 'M-1',
    businessName: 'Nile Textiles',
    currency: 'EGP',
    approvedAmountPiastres: amount(4_000_000),
    annualRateE4: 0 as RateE4,
    termMonths: 12,
    dayCount: 'monthly',
    repaymentStyle: 'annuity',
    graceMonths: 0,
    installmentRounding: 'half_up',
    revenueSharePercentE4: null,
    approvedOn: DAY,
    createdAt: AT,
    ...more,
  };
}

export function disbursement(
  reference: string,
  loanId: string,
  more: Partial<DisbursementRecord> = {},
): DisbursementRecord {
  return {
    disbursementReference: reference,
    loanId,
    number: 1,
    merchantBankAccount: 'EG380019000500000000263180002',
    amountPiastres: amount(4_000_000),
    disbursementDate: DAY,
    method: 'bank_transfer',
    settlement: 'automatic',
    order: 1,
    registeredAt: AT,
    registeredBy: 'mona',
    ...more,
  };
}

export function payment(id: string, loanId: string, more: Partial<PaymentRecord> = {}): PaymentRecord {
  const whole = more.amountPiastres ?? amount(100_000);
  return {
    paymentId: id,
    loanId,
    amountPiastres: whole,
    paymentDate: '2026-03-20' as CalendarDate,
    method: 'bank_transfer',
    paymentReference: null,
    principalPiastres: whole,
    interestPiastres: amount(0),
    feePiastres: amount(0),
    creditPiastres: amount(0),
    remainingPiastres: amount(4_000_000 - whole),
    order: 2,
    entryNumber: 2,
    bookedAt: AT,
    bookedBy: 'mona',
    batchId: null,
    ...more,
  };
}

/** The entry that books a disbursement or payment of principal. */
export function entryOf(fact: DisbursementRecord | PaymentRecord): JournalEntryDraft {
  const paidOut = 'disbursementReference' in fact;
  const value = fact.amountPiastres;
  return {
    loanId: fact.loanId,
    kind: paidOut ? 'disbursement' : 'payment',
    eventId: paidOut ? fact.disbursementReference : fact.paymentId,
    valueDate: paidOut ? fact.disbursementDate : fact.paymentDate,
    bookedAt: AT,
    bookedBy: 'mona',
    reversesEntryNumber: null,
    postings: paidOut
      ? [
          { account: 'loan principal', amountPiastres: value },
          { account: 'disbursement clearing', amountPiastres: -value },
        ]
      : [
          { account: 'collection clearing', amountPiastres: value },
          { account: 'loan principal', amountPiastres: -value },
        ],
  };
}

export function auditRecord(action: string, object: string, more: Partial<AuditRecord> = {}): AuditRecord {
  return {
    at: AT,
    actor: 'mona',
    osUser: 'mona',
    host: 'desk-4',
    channel: 'terminal',
    action,
    object,
    beforeJson: null,
    afterJson: '{"a":1}',
    outcome: 'done',
    requestId: `req-${object}`,
    policyVersion: 1,
    businessDate: null,
    ...more,
  };
}

export function policyVersion(version: number): PolicyVersionRecord {
  return { version, documentJson: `{"v":${version}}`, changeJson: null, setAt: AT, setBy: 'mona' };
}

export function merchant(id: string, more: Partial<MerchantRecord> = {}): MerchantRecord {
  return {
    merchantId: id,
    externalId: `ext-${id}`,
    name: null,
    contactName: null,
    contactPhone: null,
    foundedOn: null,
    ownerUserId: null,
    createdAt: AT,
    updatedAt: null,
    latestUpdate: null,
    ...more,
  };
}

export function store(merchantId: string, storeId: string, more: Partial<StoreRecord> = {}): StoreRecord {
  return { merchantId, storeId, type: 'PLATFORM_A', name: 'Main', status: 'READY', statusAt: AT, ...more };
}

export function order(
  merchantId: string,
  storeId: string,
  orderId: string,
  more: Partial<OrderRecord> = {},
): OrderRecord {
  return {
    merchantId,
    storeId,
    orderId,
    integration: 'platform_a',
    channel: 'web',
    confirmed: true,
    createdAt: '2026-02-01T10:00:00+02:00',
    createdAtMs: 1_000,
    updatedAt: '2026-02-01T10:00:00+02:00',
    updatedAtMs: 1_000,
    processedAt: '2026-02-01T10:00:00+02:00',
    cancelledAt: null,
    currency: 'EGP',
    subtotalPiastres: 9_000,
    discountsPiastres: 0,
    totalPiastres: 9_000,
    financialStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    paymentGatewayNames: 'card',
    customerId: 'c-1',
    countryCode: 'EGY',
    addressLine: '1 Tahrir Sq',
    ...more,
  };
}

/** A loan from application to disbursement; ids end in `tag`. */
export async function openLoan(tx: WriteTx, tag: string): Promise<void> {
  await tx.insert.applications([application(`APP-${tag}`)]);
  await tx.insert.decisions([decision(`APP-${tag}`, `LN-${tag}`)]);
  await tx.insert.loans([loan(`LN-${tag}`, `APP-${tag}`)]);
  await tx.update.applicationStatus(`APP-${tag}`, 'approved');
  const paidOut = disbursement(`DSB-${tag}`, `LN-${tag}`);
  await tx.insert.journalEntries([entryOf(paidOut)]);
  await tx.insert.disbursements([paidOut]);
  await tx.insert.audit(auditRecord('applications.decide', `APP-${tag}`));
}

/** One payment of principal with its entry and audit record; the entry takes the loan's next number. */
export async function pay(
  tx: WriteTx,
  tag: string,
  id: string,
  entryNumber: number,
  remainingPiastres: number,
  more: Partial<PaymentRecord> = {},
): Promise<void> {
  const row = payment(id, `LN-${tag}`, {
    ...more,
    entryNumber,
    order: entryNumber,
    remainingPiastres: amount(remainingPiastres),
  });
  const [number] = await tx.insert.journalEntries([entryOf(row)]);
  if (number !== entryNumber) throw new Error(`the entry took number ${number}`);
  await tx.insert.payments([row]);
  await tx.insert.audit(auditRecord('payments.create', id));
}

/** Pays 1.00 on a loan as what comes next there, whoever paid before. */
export async function payNext(tx: WriteTx, tag: string, id: string): Promise<void> {
  const [dossier] = await tx.loans.byIds([`LN-${tag}`]);
  const paid = dossier?.payments.length ?? 0;
  const little = { amountPiastres: amount(100), principalPiastres: amount(100) };
  await pay(tx, tag, id, paid + 2, 4_000_000 - (paid + 1) * 100, little);
}

export async function paidOn(store: Store, tag: string): Promise<string[]> {
  const [dossier] = await store.read((tx) => tx.loans.byIds([`LN-${tag}`]));
  return (dossier?.payments ?? []).map(({ paymentId }) => paymentId);
}

/** Writes the first version of the policy, which every ledger has before anything else. */
export function writeFirstPolicy(store: Store): Promise<void> {
  return store.write(async (tx) => {
    await tx.insert.policyVersions([policyVersion(1)]);
    await tx.insert.audit(auditRecord('test', 'policy'));
  });
}
