import type { LoanDossier, ReadTx } from '../port.ts';
import type { DisbursementOutcomeRecord, DisbursementRecord, LoanRecord, PaymentRecord } from '../records.ts';
import { FACT_FIELDS } from '../sealing.ts';
import { selectList } from './columns.ts';
import { correctionsOfLoans } from './corrections-of-loans.ts';
import { type Dialect, lowerAscii, query } from './dialect.ts';
import { DISBURSEMENT, OUTCOMES_OF_LOANS, settled } from './disbursement-rows.ts';
import { anyIdOfMerchants, condition, listPage } from './list-page.ts';
import { loanSays, OWN_REFERENCE, saidOfLoans } from './loan-search.ts';
import { allOfIds, inOrderAsked, isAmong, rowsOfIds } from './rows-of-ids.ts';
import { servicingRulesIn } from './servicing-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

export const LOAN = selectList('l', FACT_FIELDS.loan);
const PAYMENT = selectList('p', FACT_FIELDS.payment);

const LOANS_BY_ID = {
  one: `SELECT ${LOAN} FROM loans l WHERE l.loan_id = ?`,
  many: inOrderAsked(LOAN, 'loans l', 'l.loan_id'),
};
const DISBURSEMENTS = rowsOfIds(
  'd.loan_id',
  (which) => `SELECT ${DISBURSEMENT} FROM disbursements d WHERE ${which} ORDER BY d.loan_id, d.number`,
);
const PAYMENTS = rowsOfIds(
  'p.loan_id',
  (which) => `SELECT ${PAYMENT} FROM payments p WHERE ${which} ORDER BY p.loan_id, p.booking_order`,
);
const PAYMENTS_BY_ID = inOrderAsked(PAYMENT, 'payments p', 'p.payment_id');
const STANDING_UNDER = query(
  (d) => `SELECT ${PAYMENT} FROM payments p ${d.indexedBy('payments_by_reference')}
  WHERE p.payment_reference IS NOT NULL AND ${d.caseBlind('p.payment_reference')} = ? AND p.amount_piastres = ?
    AND NOT EXISTS (SELECT 1 FROM payment_reversals r
      WHERE r.loan_id = p.loan_id AND r.payment_id = p.payment_id)
  ORDER BY p.booked_at, p.loan_id, p.booking_order`,
);
const LATEST_OF_APPLICATIONS = query(
  (d) => `SELECT ${LOAN} FROM ${d.eachText('w')} ${d.join} loans l ON l.loan_id =
    (SELECT n.loan_id FROM loans n WHERE n.application_id = w.value ORDER BY n.seq DESC LIMIT 1)
  ORDER BY w.key`,
);
const OF_MERCHANTS = query(
  (d) =>
    `SELECT ${LOAN} FROM loans l WHERE l.merchant_id IN (${anyIdOfMerchants(d)}) ORDER BY l.seq, l.loan_id`,
);

/** Decided, registered, booked, noted or closed since: whatever moves money has a journal entry. */
const CHANGES = [
  ['journal_entries', 'booked_at'],
  ['disbursements', 'registered_at'],
  ['loan_closures', 'closed_at'],
  ['loan_notes', 'noted_at'],
  ['undrawn_cancellations', 'cancelled_at'],
].map(([table, at]) => `coalesce((SELECT max(e.${at}) FROM ${table} e WHERE e.loan_id = l.loan_id), '')`);
const changed = (d: Dialect) => `${d.greatest('l.created_at', ...CHANGES)} > ?`;

/** Reads of loans with all their account is computed from. */
export function loanReader(connection: SqlConnection): ReadTx['loans'] {
  return {
    byIds: async (ids) => {
      // All at once: a server answers them in one go.
      const events = eventsOfLoans(connection, ids);
      const [loans, dossierOf] = await Promise.all([
        allOfIds<LoanRecord>(connection, LOANS_BY_ID, ids),
        events,
      ]);
      return loans.map(dossierOf);
    },
    byApplicationIds: async (applicationIds) =>
      loadDossiers(
        connection,
        await connection.all<LoanRecord>(LATEST_OF_APPLICATIONS, JSON.stringify(applicationIds)),
      ),
    ofMerchant: async (merchantIds) =>
      loadDossiers(connection, await connection.all<LoanRecord>(OF_MERCHANTS, JSON.stringify(merchantIds))),
    list: async (filter, page) => {
      const closed = 'EXISTS (SELECT 1 FROM loan_closures c WHERE c.loan_id = l.loan_id)';
      const found = await listPage<LoanRecord>(
        connection,
        { columns: LOAN, from: 'loans l', orderBy: 'l.created_at, l.loan_id' },
        [
          ...condition(
            filter.merchantId !== undefined,
            (d) => `l.merchant_id IN (${anyIdOfMerchants(d)})`,
            JSON.stringify([filter.merchantId]),
          ),
          ...condition(filter.ids !== undefined, (d) => isAmong('l.loan_id', d), JSON.stringify(filter.ids)),
          ...condition(filter.closed === true, closed),
          ...condition(filter.closed === false, `NOT ${closed}`),
          ...condition(filter.search !== undefined, loanSays, ...saidOfLoans(filter.search ?? '')),
          ...condition(
            filter.externalReference !== undefined,
            `${OWN_REFERENCE} = ?`,
            filter.externalReference,
          ),
          ...condition(filter.createdAfter !== undefined, 'l.created_at > ?', filter.createdAfter),
          ...condition(filter.updatedAfter !== undefined, changed, filter.updatedAfter),
        ],
        page,
      );
      return { totalCount: found.totalCount, rows: await loadDossiers(connection, found.rows) };
    },
  };
}

/** Reads of single payments. */
export function paymentReader(connection: SqlConnection): ReadTx['payments'] {
  return {
    standingUnder: async (paymentReference, amountPiastres) =>
      connection.all<PaymentRecord>(STANDING_UNDER, lowerAscii(paymentReference), amountPiastres),
    byIds: async (ids) => connection.all<PaymentRecord>(PAYMENTS_BY_ID, JSON.stringify(ids)),
  };
}

/** The dossiers of the loans, in their order. */
export async function loadDossiers(
  connection: SqlConnection,
  loans: readonly LoanRecord[],
): Promise<LoanDossier[]> {
  const ids = loans.map((loan) => loan.loanId);
  return loans.map(await eventsOfLoans(connection, ids));
}

/** What happened to the loans of the ids: puts one of them and its events together. */
async function eventsOfLoans(
  connection: SqlConnection,
  ids: readonly string[],
): Promise<(loan: LoanRecord) => LoanDossier> {
  if (ids.length === 0) return noDossier;
  const [disbursements, outcomes, payments, correctionsOf, rules] = await Promise.all([
    allOfIds<DisbursementRecord>(connection, DISBURSEMENTS, ids),
    allOfIds<DisbursementOutcomeRecord>(connection, OUTCOMES_OF_LOANS, ids),
    allOfIds<PaymentRecord>(connection, PAYMENTS, ids),
    correctionsOfLoans(connection, ids),
    servicingRulesIn(connection, null),
  ]);
  const disbursementsOf = Map.groupBy(settled(disbursements, outcomes), (row) => row.loanId);
  const paymentsOf = Map.groupBy(payments, (row) => row.loanId);
  return (loan) => {
    const { reversals, payoffs, ...corrections } = correctionsOf(loan.loanId);
    const payments = paymentsOf.get(loan.loanId) ?? [];
    return {
      loan,
      disbursements: disbursementsOf.get(loan.loanId) ?? [],
      payments: payments.map((row) => ({
        ...row,
        reversal: reversals.get(row.paymentId) ?? null,
        ...(payoffs.has(row.paymentId) ? { asPayoff: true } : {}),
      })),
      ...corrections,
      ...(rules === null ? {} : { rules }),
    };
  };
}

function noDossier(loan: LoanRecord): never {
  throw new Error(`${loan.loanId} was not asked for`);
}
