import type { FoundBy, FoundKind, Sought } from '../find-port.ts';
import { amountText } from './amount-text.ts';
import { type Dialect, lowerAscii } from './dialect.ts';
import { anyIdOfMerchants, type SqlPart } from './list-page.ts';

/** One way in which things of a kind answer to what is looked for. */
export interface FindSource {
  readonly matched: FoundBy;
  /** The values bound; null: what is looked for cannot be that. */
  of(sought: Sought): readonly unknown[] | null;
  /** `id`, `value`, `name`, `amountPiastres` and `on`. */
  readonly select: string;
  readonly from: SqlPart;
  where(sought: Sought, dialect: Dialect): string;
  readonly order: SqlPart;
}

/** After every text that begins with what stands before it. */
const LAST = '\u{10ffff}';
/** A part this short of an account or of another's id is in too many of them. */
const LEAST_PART = 3;

interface Kind {
  readonly columns: string;
  readonly from: SqlPart;
  readonly order: string;
}

const MERCHANT: Kind = {
  columns: `m.merchant_id AS id, m.name AS name, NULL AS "amountPiastres", NULL AS "on"`,
  from: 'merchants m',
  order: 'm.created_at DESC, m.merchant_id DESC',
};
const USER: Kind = {
  columns: `u.user_id AS id, u.user_name AS name, NULL AS "amountPiastres", NULL AS "on"`,
  from: 'users u',
  order: 'u.created_at_ms DESC, u.user_id DESC',
};
const APPLICATION: Kind = {
  columns: `a.application_id AS id, a.business_name AS name, a.requested_amount_piastres AS "amountPiastres",
    a.created_on AS "on"`,
  from: 'applications a',
  order: 'a.seq DESC',
};
const LOAN: Kind = {
  columns: `l.loan_id AS id, l.business_name AS name, l.approved_amount_piastres AS "amountPiastres",
    l.approved_on AS "on"`,
  from: 'loans l',
  order: 'l.seq DESC',
};
const PAYMENT: Kind = {
  columns: `p.payment_id AS id, l.business_name AS name, p.amount_piastres AS "amountPiastres",
    p.payment_date AS "on"`,
  from: paymentsBy(null),
  // As the index by amount has it, read backwards: an amount that a million payments have is not sorted.
  order: 'p.payment_date DESC, p.loan_id DESC, p.booking_order DESC',
};
const HELD: Kind = {
  columns: `h.held_id AS id, coalesce(h.payer_name, h.text) AS name, abs(h.amount_piastres) AS "amountPiastres",
    h.date AS "on"`,
  from: 'held_rows h',
  order: 'h.date DESC, h.held_id',
};
const BATCH: Kind = {
  columns: `b.batch_id AS id, b.file_name AS name, NULL AS "amountPiastres", b.posted_on AS "on"`,
  from: 'payment_batches b',
  order: 'b.seq DESC',
};

/** Ways in which each kind answers, those that say the most first. */
export const FIND_SOURCES: Readonly<Record<FoundKind, readonly FindSource[]>> = {
  merchant: [
    idOf(MERCHANT, 'merchant', 'm.merchant_id'),
    partOf(MERCHANT, 'id', 'm.external_id'),
    phoneOf(MERCHANT, 'm.contact_phone', digitsOf('m.contact_phone')),
    lettersOf(nameOf(MERCHANT, "coalesce(m.name, m.contact_name, '')", 'm.search_folded')),
  ],
  user: [
    partOf(USER, 'id', 'u.user_id'),
    phoneOf(USER, 'u.user_phone', 'u.phone_digits'),
    lettersOf(nameOf(USER, 'u.user_name', 'u.search_folded')),
  ],
  application: [
    idOf(APPLICATION, 'application', 'a.application_id'),
    partOf(APPLICATION, 'reference', 'a.external_reference'),
    merchantOf(APPLICATION, 'a.merchant_id'),
    nameOf(APPLICATION, 'a.business_name', 'a.business_name_folded'),
    amountOf(APPLICATION, 'a.requested_amount_piastres'),
  ],
  loan: [
    idOf(LOAN, 'loan', 'l.loan_id'),
    idOf(LOAN, 'application', 'l.application_id'),
    {
      ...shared(LOAN, 'alias', 't.alias'),
      from: (d) => `loan_aliases t ${d.join} loans l ON l.loan_id = t.loan_id`,
      of: ({ alias }) => (alias === '' ? null : [alias]),
      where: (_sought, d) => d.contains('t.alias_folded'),
    },
    { ...idOf(LOAN, 'disbursement', 'd.disbursement_reference'), from: withLoan('disbursements d') },
    { ...idOf(LOAN, 'refund', 'd.refund_id'), from: withLoan('refunds d') },
    { ...partOf(LOAN, 'account', 'd.merchant_bank_account'), from: withLoan('disbursements d') },
    {
      ...partOf(LOAN, 'reference', 'a.external_reference'),
      from: (d) => `applications a ${d.join} loans l ON l.application_id = a.application_id`,
    },
    merchantOf(LOAN, 'l.merchant_id'),
    nameOf(LOAN, 'l.business_name', 'l.business_name_folded'),
    amountOf(LOAN, 'l.approved_amount_piastres'),
  ],
  payment: [
    idOf(PAYMENT, 'payment', 'p.payment_id'),
    {
      ...shared(PAYMENT, 'reference', 'p.payment_reference'),
      from: paymentsBy('payments_by_reference'),
      of: ({ text }) => (text.length < LEAST_PART ? null : [lowerAscii(text), lowerAscii(text) + LAST]),
      order: (d) => d.caseBlind('p.payment_reference'),
      where: (_sought, d) =>
        `${d.caseBlind('p.payment_reference')} >= ? AND ${d.caseBlind('p.payment_reference')} < ?`,
    },
    {
      ...amountOf(PAYMENT, 'p.amount_piastres'),
      from: paymentsBy('payments_by_amount'),
    },
  ],
  held_row: [
    idOf(HELD, 'held_row', 'h.held_id'),
    partOf(HELD, 'reference', 'h.bank_reference'),
    partOf(HELD, 'reference', 'h.customer_reference'),
    partOf(HELD, 'account', 'h.payer_account'),
    phoneOf(HELD, 'h.payer_phone', digitsOf('h.payer_phone')),
    lettersOf(nameOf(HELD, "coalesce(h.payer_name, h.text, '')", 'h.search_folded')),
    amountOf(HELD, 'abs(h.amount_piastres)'),
  ],
  batch: [idOf(BATCH, 'batch', 'b.batch_id'), partOf(BATCH, 'name', 'b.file_name')],
};

function shared({ columns, from, order }: Kind, matched: FoundBy, value: string) {
  return { matched, select: `${columns}, ${value} AS value`, from, order };
}

/** By the beginning of an id of ours, which has an index. */
function idOf(kind: Kind, of: keyof Sought['ids'], column: string): FindSource {
  return {
    ...shared(kind, 'id', column),
    of: ({ ids }) => (ids[of] === undefined ? null : [ids[of], ids[of] + LAST]),
    where: () => `${column} >= ? AND ${column} < ?`,
    order: column,
  };
}

/** By a part of an account, of a reference or of another's id, whatever its letter case and blanks. */
function partOf(kind: Kind, matched: FoundBy, text: string): FindSource {
  return {
    ...shared(kind, matched, text),
    of: ({ compact }) => (compact.length < LEAST_PART ? null : [compact]),
    where: (_sought, d) => d.contains(`lower(replace(${text}, ' ', ''))`),
  };
}

function phoneOf(kind: Kind, value: string, digits: string): FindSource {
  return {
    ...shared(kind, 'phone', value),
    of: ({ phoneDigits }) => (phoneDigits === null ? null : [phoneDigits]),
    where: (_sought, d) => d.contains(digits),
  };
}

/** A phone number without what stands between its digits. */
function digitsOf(phone: string): string {
  return [' ', '-', '(', ')', '.', '/', '+'].reduce((text, mark) => `replace(${text}, '${mark}', '')`, phone);
}

/** By words, each of which is in the folded text. */
function nameOf(kind: Kind, value: string, folded: string): FindSource {
  return {
    ...shared(kind, 'name', value),
    of: ({ words }) => words,
    where: ({ words }, d) => words.map(() => d.contains(folded)).join(' AND '),
  };
}

/** Digits alone name nobody: where the folded text has numbers in it too, they are not taken for a name. */
function lettersOf(source: FindSource): FindSource {
  return { ...source, of: (sought) => (/\p{L}/u.test(sought.text) ? source.of(sought) : null) };
}

function merchantOf(kind: Kind, column: string): FindSource {
  return {
    ...shared(kind, 'merchant', column),
    of: ({ text }) => [JSON.stringify([text, text.toUpperCase()])],
    where: (_sought, d) => `${column} IN (${anyIdOfMerchants(d)})`,
  };
}

function amountOf(kind: Kind, column: string): FindSource {
  return {
    ...shared(kind, 'amount', amountText(column)),
    of: ({ amountPiastres }) => (amountPiastres === null ? null : [amountPiastres]),
    where: () => `${column} = ?`,
  };
}

function withLoan(table: string): SqlPart {
  return (d) => `${table} ${d.join} loans l ON l.loan_id = d.loan_id`;
}

/** Payments with their loans, looked up in an index that is named where the planner would take another. */
function paymentsBy(index: string | null): SqlPart {
  return (d) =>
    `payments p ${index === null ? '' : d.indexedBy(index)} ${d.join} loans l ON l.loan_id = p.loan_id`;
}
