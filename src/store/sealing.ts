import { hash } from 'node:crypto';
import { ACCESS_FACT_FIELDS, type AccessFactFields } from './access-fact-fields.ts';
import { CORRECTION_FACT_FIELDS, type CorrectionFactFields } from './correction-fact-fields.ts';
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
 * How rows become hashes, the same in every store. A hash is SHA-256 over fields laid end to end: each is four
 * bytes of length, big-endian, then its UTF-8 text; null is the length FF FF FF FF and no text; numbers are their
 * decimal digits. The first field names the kind of record and the version of this layout.
 */
type Field = string | number | null;

const NULL_LENGTH = 0xffff_ffff;
/** A field is at most three bytes a UTF-16 unit, plus its length. */
const BYTES_PER_UNIT = 3;
const LENGTH_BYTES = 4;
let scratch = Buffer.allocUnsafe(16_384);
let used = 0;

function put(field: Field | undefined): void {
  if (field === undefined) throw new TypeError('a field to be hashed is undefined');
  if (typeof field === 'number' && !Number.isSafeInteger(field)) {
    throw new RangeError(`not a safe integer: ${field}`);
  }
  const text = field === null ? '' : typeof field === 'number' ? String(field) : field;
  const needed = used + LENGTH_BYTES + text.length * BYTES_PER_UNIT;
  if (needed > scratch.length) {
    const larger = Buffer.allocUnsafe(needed * 2);
    scratch.copy(larger, 0, 0, used);
    scratch = larger;
  }
  const length = field === null ? 0 : scratch.write(text, used + LENGTH_BYTES, 'utf8');
  scratch.writeUInt32BE(field === null ? NULL_LENGTH : length, used);
  used += LENGTH_BYTES + length;
}

function digest(): Buffer {
  const result = hash('sha256', scratch.subarray(0, used), 'buffer');
  used = 0;
  return result;
}

function begin(label: string): void {
  used = 0;
  put(label);
}

/** Each kind of fact with its fields in the order they are hashed. The order is part of the format. */
interface FactFields extends AccessFactFields, CorrectionFactFields {
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
  begin(`loandesk/${kind}/1`);
  for (const field of FACT_FIELDS[kind]) put((record as Record<string, Field | undefined>)[field]);
  return digest();
}

/**
 * SHA-256 of a journal entry with its postings, the fact it books (`bookedFactHash`; null when it books none) and
 * the hash of the loan's entry before it (64 zeros for the first). Hashes are lower-case hex.
 */
export function entryHash(
  entry: JournalEntryDraft,
  entryNumber: number,
  bookedFactHash: string | null,
  previousHash: string,
): Buffer {
  begin('loandesk/entry/1');
  put(entry.loanId);
  put(entryNumber);
  put(entry.kind);
  put(entry.eventId);
  put(entry.valueDate);
  put(entry.bookedAt);
  put(entry.bookedBy);
  put(entry.reversesEntryNumber);
  put(entry.postings.length);
  for (const posting of entry.postings) {
    put(posting.account);
    put(posting.amountPiastres);
  }
  put(bookedFactHash);
  put(previousHash);
  return digest();
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
  begin('loandesk/audit/1');
  put(number);
  for (const field of AUDIT_FIELDS) put(record[field]);
  put(facts.length);
  for (const fact of facts) {
    put(fact.kind);
    put(fact.factId);
    put(fact.hash);
  }
  return digest();
}

/** What stands before the first hash of any chain. */
export const CHAIN_START = '0'.repeat(64);

/** One thing the global chain covers: `loanId` is null for an audit record. */
export interface SealedItem {
  readonly kind: 'entry' | 'audit';
  readonly loanId: string | null;
  readonly number: number;
}

/** The next link of the global chain; all hashes are lower-case hex. */
export function sealHash(previousHash: string, sequence: number, item: SealedItem, itemHash: string): Buffer {
  begin('loandesk/seal/1');
  put(sequence);
  put(item.kind);
  put(item.loanId);
  put(item.number);
  put(itemHash);
  put(previousHash);
  return digest();
}
