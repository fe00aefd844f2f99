import { createHash } from 'node:crypto';
import { ACCESS_FACT_FIELDS, type AccessFactFields } from './access-fact-fields.ts';
import { CORRECTION_FACT_FIELDS, type CorrectionFactFields } from './correction-fact-fields.ts';
import {
  beginFields,
  drainFields,
  type Field,
  type HashField,
  hashedFields,
  putField,
  putHash,
} from './hashed-fields.ts';
import { RECEIPT_FACT_FIELDS, type ReceiptFactFields } from './receipt-fact-fields.ts';
import type {
  ApplicationRecord,
  AuditRecord,
  DecisionRecord,
  DisbursementOutcomeRecord,
  DisbursementRecord,
  JournalEntryDraft,
  LoanClosureRecord,
  LoanRecord,
  PaymentRecord,
  PolicyVersionRecord,
} from './records.ts';

/**
 * How rows become hashes, the same in every store: SHA-256 over fields laid end to end (`hashed-fields.ts`), of which
 * the first names the kind of record and the version of its layout.
 */

/** Each kind of fact with its fields in the order they are hashed. The order is part of the format. */
interface FactFields extends AccessFactFields, CorrectionFactFields, ReceiptFactFields {
  readonly application: readonly (keyof ApplicationRecord)[];
  readonly decision: readonly (keyof DecisionRecord)[];
  readonly loan: readonly (keyof LoanRecord)[];
  readonly closure: readonly (keyof LoanClosureRecord)[];
  readonly disbursement: readonly (keyof DisbursementRecord)[];
  readonly outcome: readonly (keyof DisbursementOutcomeRecord)[];
  readonly payment: readonly (keyof PaymentRecord)[];
  readonly policy: readonly (keyof PolicyVersionRecord)[];
}

export type FactKind = keyof FactFields;

export const FACT_FIELDS: FactFields = {
  // Without `status`, which is a cache of what the decisions and closures say.
  application: [
    'applicationId',
    'merchantId',
    'businessName',
    'requestedAmountPiastres',
    'loanPurpose',
    'monthlySalesPiastres',
    'platformType',
    'requestedTermMonths',
    'currency',
    'externalReference',
    'caller',
    'createdOn',
    'createdAt',
  ],
  decision: [
    'applicationId',
    'number',
    'decision',
    'approvedAmountPiastres',
    'annualRateE4',
    'termMonths',
    'dayCount',
    'repaymentStyle',
    'graceMonths',
    'revenueSharePercentE4',
    'rejectionReason',
    'decisionMakerId',
    'overridesJson',
    'overrideReason',
    'note',
    'loanId',
    'decidedOn',
    'decidedAt',
    'decidedBy',
    'policyVersion',
    'assessmentJson',
  ],
  loan: [
    'loanId',
    'applicationId',
    'merchantId',
    'businessName',
    'currency',
    'approvedAmountPiastres',
    'annualRateE4',
    'termMonths',
    'dayCount',
    'repaymentStyle',
    'graceMonths',
    'installmentRounding',
    'revenueSharePercentE4',
    'approvedOn',
    'createdAt',
  ],
  closure: ['loanId', 'kind', 'closedOn', 'closedBy', 'closedAt', 'reason'],
  disbursement: [
    'disbursementReference',
    'loanId',
    'number',
    'merchantBankAccount',
    'amountPiastres',
    'disbursementDate',
    'method',
    'settlement',
    'order',
    'registeredAt',
    'registeredBy',
  ],
  outcome: ['disbursementReference', 'loanId', 'outcome', 'date', 'reason', 'decidedAt', 'decidedBy'],
  payment: [
    'loanId',
    'order',
    'paymentId',
    'amountPiastres',
    'paymentDate',
    'method',
    'paymentReference',
    'principalPiastres',
    'interestPiastres',
    'feePiastres',
    'creditPiastres',
    'remainingPiastres',
    'entryNumber',
    'bookedAt',
    'bookedBy',
    'batchId',
  ],
  policy: ['version', 'documentJson', 'changeJson', 'setAt', 'setBy'],
  ...ACCESS_FACT_FIELDS,
  ...CORRECTION_FACT_FIELDS,
  ...RECEIPT_FACT_FIELDS,
};

export const AUDIT_FIELDS = [
  'at',
  'actor',
  'osUser',
  'host',
  'channel',
  'action',
  'object',
  'beforeJson',
  'afterJson',
  'outcome',
  'requestId',
  'policyVersion',
  'businessDate',
] as const satisfies readonly (keyof AuditRecord)[];

/** SHA-256 of one fact as its row stands. Throws on a missing field or a number that is not a safe integer. */
export function factHash(kind: FactKind, record: object): Buffer {
  beginFields(`loandesk/${kind}/1`);
  for (const field of FACT_FIELDS[kind]) putField((record as Record<string, Field | undefined>)[field]);
  return hashedFields();
}

/** The same of its values, in the order of `FACT_FIELDS`. */
export function factValuesHash(kind: FactKind, values: readonly unknown[]): Buffer {
  beginFields(`loandesk/${kind}/1`);
  for (const value of values) putField(value as Field | undefined);
  return hashedFields();
}

/**
 * SHA-256 of a journal entry with its postings, the fact it books (`bookedFactHash`; null when it books none) and
 * the hash of the loan's entry before it (64 zeros for the first).
 */
export function entryHash(
  entry: JournalEntryDraft,
  entryNumber: number,
  bookedFactHash: HashField | null,
  previousHash: HashField,
): Buffer {
  beginFields('loandesk/entry/1');
  putField(entry.loanId);
  putField(entryNumber);
  putField(entry.kind);
  putField(entry.eventId);
  putField(entry.valueDate);
  putField(entry.bookedAt);
  putField(entry.bookedBy);
  putField(entry.reversesEntryNumber);
  putField(entry.postings.length);
  for (const posting of entry.postings) {
    putField(posting.account);
    putField(posting.amountPiastres);
  }
  if (bookedFactHash === null) putField(null);
  else putHash(bookedFactHash);
  putHash(previousHash);
  return hashedFields();
}

/** What an audit record vouches for: a row and the hash it had. `hash` is lower-case hex. */
export interface AttestedFact {
  readonly kind: string;
  readonly factId: string;
  readonly hash: string;
}

/** Puts attested facts in the order they are hashed: by kind, then id, by code units. */
export function compareFacts(a: AttestedFact, b: AttestedFact): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  return a.factId < b.factId ? -1 : a.factId > b.factId ? 1 : 0;
}

/** SHA-256 of an audit record and the facts it vouches for, which must be in the order of `compareFacts`. */
export function auditHash(number: number, record: AuditRecord, facts: readonly AttestedFact[]): Buffer {
  beginFields('loandesk/audit/1');
  putField(number);
  for (const field of AUDIT_FIELDS) putField(record[field]);
  putField(facts.length);
  // As they are laid end to end: those of a large file are many megabytes.
  const hash = createHash('sha256');
  for (const fact of facts) {
    putField(fact.kind);
    putField(fact.factId);
    putField(fact.hash);
    drainFields(hash, false);
  }
  drainFields(hash, true);
  return hash.digest();
}

/** What stands before the first hash of any chain. */
export const CHAIN_START = '0'.repeat(64);

/** One thing the global chain covers: `loanId` is null for an audit record. */
export interface SealedItem {
  readonly kind: 'entry' | 'audit';
  readonly loanId: string | null;
  readonly number: number;
}

/** The next link of the global chain. */
export function sealHash(
  previousHash: HashField,
  sequence: number,
  item: SealedItem,
  itemHash: HashField,
): Buffer {
  beginFields('loandesk/seal/1');
  putField(sequence);
  putField(item.kind);
  putField(item.loanId);
  putField(item.number);
  putHash(itemHash);
  putHash(previousHash);
  return hashedFields();
}
