import { END_OF_TIME } from '../../domain/dates.ts';
import { CORRECTION_FACT_FIELDS } from '../correction-fact-fields.ts';
import type { CorrectionReader } from '../correction-port.ts';
import type {
  DisbursementExportRecord,
  LoanAliasRecord,
  LoanNoteRecord,
  PaymentRepeatRecord,
} from '../correction-records.ts';
import type { DisbursementRecord } from '../records.ts';
import { selectList } from './columns.ts';
import { DISBURSEMENT } from './disbursement-rows.ts';
import { allOfIds, inOrderAsked, rowsOfIds } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

const REPEAT = selectList('t', CORRECTION_FACT_FIELDS.payment_repeat);
const NOTE = selectList('t', CORRECTION_FACT_FIELDS.loan_note);
const ALIAS = selectList('t', CORRECTION_FACT_FIELDS.loan_alias);
const EXPORT = selectList('t', CORRECTION_FACT_FIELDS.disbursement_export);
const NOTES = rowsOfIds(
  't.loan_id',
  (which) => `SELECT ${NOTE} FROM loan_notes t WHERE ${which} ORDER BY t.loan_id, t.number`,
);
const REPEATS = rowsOfIds(
  't.loan_id',
  (which) => `SELECT ${REPEAT} FROM payment_repeats t WHERE ${which} ORDER BY t.loan_id, t.payment_id`,
);
const ALIASES = rowsOfIds(
  't.loan_id',
  (which) => `SELECT ${ALIAS} FROM loan_aliases t WHERE ${which} ORDER BY t.loan_id, t.alias_folded`,
);
const BY_FOLDED = inOrderAsked(ALIAS, 'loan_aliases t', 't.alias_folded');
const EXPORTS_OF = inOrderAsked(EXPORT, 'disbursement_exports t', 't.disbursement_reference');

/** Reads of notes, aliases, repeated payments and exported disbursements. */
export function correctionReader(connection: SqlConnection): CorrectionReader {
  return {
    repeats: {
      ofLoans: async (loanIds) => allOfIds<PaymentRepeatRecord>(connection, REPEATS, loanIds),
    },
    notes: {
      ofLoans: async (loanIds) => allOfIds<LoanNoteRecord>(connection, NOTES, loanIds),
    },
    aliases: {
      byFolded: async (aliases) => connection.all<LoanAliasRecord>(BY_FOLDED, JSON.stringify(aliases)),
      ofLoans: async (loanIds) => allOfIds<LoanAliasRecord>(connection, ALIASES, loanIds),
    },
    exports: {
      pending: async (today, until) =>
        connection.all<DisbursementRecord & { businessName: string }>(
          `SELECT ${DISBURSEMENT}, l.business_name AS "businessName" FROM disbursements d
           JOIN loans l ON l.loan_id = d.loan_id
           WHERE (d.settlement = 'manual' OR d.disbursement_date > ?) AND d.disbursement_date <= ?
             AND NOT EXISTS (SELECT 1 FROM disbursement_outcomes o
               WHERE o.disbursement_reference = d.disbursement_reference)
             AND NOT EXISTS (SELECT 1 FROM disbursement_exports t
               WHERE t.disbursement_reference = d.disbursement_reference)
           ORDER BY d.disbursement_date, d.seq, d.disbursement_reference`,
          today,
          until ?? END_OF_TIME,
        ),
      ofDisbursements: async (references) =>
        connection.all<DisbursementExportRecord>(EXPORTS_OF, JSON.stringify(references)),
      ofBatch: async (batchId) =>
        connection.all<DisbursementExportRecord>(
          `SELECT ${EXPORT} FROM disbursement_exports t WHERE t.batch_id = ? ORDER BY t.line`,
          batchId,
        ),
    },
  };
}
