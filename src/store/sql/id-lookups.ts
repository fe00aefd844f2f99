import { UNSURE_CODES } from '../../domain/unsure-row.ts';
import { amountText } from './amount-text.ts';
import type { SqlConnection } from './sql-connection.ts';

/** More than this no list of a shell shows usefully. */
const MOST_ROWS = 60;
/** Of the newest loans or applications so many are looked through for those that fit the command. */
const MOST_LOOKED_AT = 5000;

/** An id and what is said of it. */
export interface IdCandidate {
  readonly id: string;
  readonly says: string;
}

const NOT_CLOSED = 'NOT EXISTS (SELECT 1 FROM loan_closures c WHERE c.loan_id = l.loan_id)';
const STANDING = `FROM disbursements d WHERE d.loan_id = l.loan_id AND NOT EXISTS (SELECT 1 FROM disbursement_outcomes o
  WHERE o.disbursement_reference = d.disbursement_reference AND o.outcome = 'failed')`;
/** What the last payment that stands left to pay. */
const LEFT = `(SELECT p.remaining_piastres FROM payments p WHERE p.loan_id = l.loan_id AND NOT EXISTS (
  SELECT 1 FROM payment_reversals r WHERE r.loan_id = p.loan_id AND r.payment_id = p.payment_id)
  ORDER BY p.booking_order DESC LIMIT 1)`;

interface Lookup {
  readonly table: string;
  readonly id: string;
  readonly says: string;
  /** Folded text in which a part of a name is looked for. */
  readonly search: string;
  /** Newest first. */
  readonly order: string;
  /** What the newest are told by, and which of them fit the command. */
  readonly key?: string;
  readonly fits?: string;
}

const LOAN: Lookup = {
  table: 'loans l',
  id: 'l.loan_id',
  says: "l.business_name || ', ' || (l.approved_amount_piastres / 100) || ' EGP'",
  search: 'l.business_name_folded',
  order: 'l.seq DESC',
  key: 'l.seq',
};
const APPLICATION: Lookup = {
  table: 'applications a',
  id: 'a.application_id',
  says: "a.business_name || ', ' || (a.requested_amount_piastres / 100) || ' EGP, ' || a.status",
  search: 'a.business_name_folded',
  order: 'a.seq DESC',
  key: 'a.seq',
};
const DISBURSEMENT: Lookup = {
  table: 'disbursements d JOIN loans l USING (loan_id)',
  id: 'd.disbursement_reference',
  says: "l.business_name || ', ' || (d.amount_piastres / 100) || ' EGP, ' || d.disbursement_date",
  search: 'l.business_name_folded',
  order: 'd.seq DESC',
  key: 'd.seq',
};

const NO_OUTCOME = `NOT EXISTS (SELECT 1 FROM disbursement_outcomes o
  WHERE o.disbursement_reference = d.disbursement_reference`;
const PAYMENT: Lookup = {
  table: 'payments p JOIN loans l USING (loan_id)',
  id: 'p.payment_id',
  says: `l.business_name || ', ' || ${amountText('p.amount_piastres')} || ' EGP, ' || p.payment_date`,
  search: 'l.business_name_folded',
  order: 'l.seq DESC',
  key: 'l.seq',
};

const BATCH: Lookup = {
  table: 'payment_batches b',
  id: 'b.batch_id',
  says: "coalesce(b.file_name, 'standard input') || ', ' || b.row_count || ' rows, ' || b.posted_on",
  search: "lower(coalesce(b.file_name, ''))",
  order: 'b.seq DESC',
  key: 'b.seq',
};
const HELD_ROW: Lookup = {
  table: 'held_rows h',
  id: 'h.held_id',
  says: "coalesce(h.payer_name || ', ', '') || h.amount || ' ' || h.currency || ', ' || h.date",
  search: 'h.search_folded',
  order: 'h.date DESC, h.held_id',
  key: 'h.date',
};
// In another currency than ours no amount is booked, and one step settles it.
const OPEN = `CASE WHEN h.amount_piastres IS NULL
  THEN NOT EXISTS (SELECT 1 FROM held_steps s WHERE s.held_id = h.held_id)
  ELSE h.amount_piastres <> (SELECT coalesce(sum(s.amount_piastres), 0) FROM held_steps s
    WHERE s.held_id = h.held_id) END`;

const LOOKUPS: Readonly<Record<string, Lookup>> = {
  loan: LOAN,
  'loan-to-disburse': {
    ...LOAN,
    fits: `${NOT_CLOSED} AND l.approved_amount_piastres > (SELECT coalesce(sum(d.amount_piastres), 0) ${STANDING})
      AND NOT EXISTS (SELECT 1 FROM undrawn_cancellations u WHERE u.loan_id = l.loan_id)`,
  },
  'loan-active': {
    ...LOAN,
    fits: `${NOT_CLOSED} AND EXISTS (SELECT 1 ${STANDING}) AND coalesce(${LEFT}, 1) > 0`,
  },
  application: APPLICATION,
  'application-undecided': { ...APPLICATION, fits: "a.status IN ('submitted', 'pending_review')" },
  'loan-with-credit': {
    ...LOAN,
    fits: 'EXISTS (SELECT 1 FROM payments p WHERE p.loan_id = l.loan_id AND p.credit_piastres > 0)',
  },
  disbursement: DISBURSEMENT,
  'disbursement-pending': { ...DISBURSEMENT, fits: `${NO_OUTCOME})` },
  'disbursement-standing': { ...DISBURSEMENT, fits: `${NO_OUTCOME} AND o.outcome = 'failed')` },
  approval: {
    table: 'approvals w',
    id: 'CAST(w.number AS TEXT)',
    says: "w.operation || ' ' || w.object",
    search: "lower(w.operation || ' ' || w.object)",
    order: 'w.number DESC',
    key: 'w.number',
    fits: "NOT EXISTS (SELECT 1 FROM approval_steps s WHERE s.approval_number = w.number AND s.kind <> 'given')",
  },
  payment: PAYMENT,
  'payment-posted': {
    ...PAYMENT,
    fits: 'NOT EXISTS (SELECT 1 FROM payment_reversals r WHERE r.loan_id = p.loan_id AND r.payment_id = p.payment_id)',
  },
  batch: BATCH,
  'batch-standing': {
    ...BATCH,
    fits: 'NOT EXISTS (SELECT 1 FROM batch_undos u WHERE u.batch_id = b.batch_id)',
  },
  held_row: HELD_ROW,
  'held-row-open': { ...HELD_ROW, fits: OPEN },
  'held-row-unsure': {
    ...HELD_ROW,
    fits: `h.code IN (${UNSURE_CODES.map((code) => `'${code}'`).join(', ')}) AND ${OPEN}`,
  },
  merchant: {
    table: 'merchants m',
    id: 'm.merchant_id',
    says: "coalesce(m.name, '')",
    search: 'm.search_folded',
    order: 'm.created_at DESC, m.merchant_id DESC',
  },
  user: {
    table: 'users u',
    id: 'u.user_id',
    says: 'u.user_name',
    search: 'u.search_folded',
    order: 'u.created_at_ms DESC, u.user_id DESC',
  },
  officer: {
    table: 'officers o',
    id: 'o.email',
    says: 'o.name',
    search: "lower(o.name || ' ' || o.email)",
    order: 'o.user_id DESC',
  },
};

/**
 * Ids of a kind that start with what is typed, or, when none does, those whose name holds it (`folded`); newest
 * first.
 */
export async function lookUpIds(
  connection: SqlConnection,
  kind: string,
  typed: string,
  folded: string,
): Promise<readonly IdCandidate[]> {
  const lookup = LOOKUPS[kind];
  if (lookup === undefined) return [];
  if (typed === '') return await look(connection, lookup, null, []);
  const { id, search } = lookup;
  const byId = await look(connection, lookup, `${id} >= ? AND ${id} < ?`, [typed, `${typed}\u{10ffff}`]);
  // Two letters find half the book; a name is looked for from the second on.
  if (byId.length > 0 || folded.trim().length < 2) return byId;
  return await look(connection, lookup, connection.dialect.contains(search), [folded.trim()]);
}

/** The newest that answer to what is typed, then those of them that fit: a book of a million stays quick. */
async function look(
  connection: SqlConnection,
  { table, id, says, order, key, fits }: Lookup,
  condition: string | null,
  values: readonly string[],
): Promise<readonly IdCandidate[]> {
  const answering = condition === null ? '' : `WHERE ${condition}`;
  const newest = `FROM ${table} ${answering} ORDER BY ${order} LIMIT ${MOST_LOOKED_AT}`;
  const which = fits === undefined ? answering : `WHERE ${key} IN (SELECT ${key} ${newest}) AND ${fits}`;
  return await connection.all<IdCandidate>(
    `SELECT ${id} AS id, ${says} AS says FROM ${table} ${which} ORDER BY ${order} LIMIT ${MOST_ROWS}`,
    ...values,
  );
}
