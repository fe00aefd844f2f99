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
import { selectList } from '../sql/columns.ts';
import type { Connection } from './connection.ts';
import { DISBURSEMENT } from './disbursement-reader.ts';

const REPEAT = selectList('t', CORRECTION_FACT_FIELDS.payment_repeat);
const NOTE = selectList('t', CORRECTION_FACT_FIELDS.loan_note);
const ALIAS = selectList('t', CORRECTION_FACT_FIELDS.loan_alias);
const EXPORT = selectList('t', CORRECTION_FACT_FIELDS.disbursement_export);
const OF_LOANS = 't.loan_id IN (SELECT value FROM json_each(?))';

/** Reads of notes, aliases, repeated payments and exported disbursements. */
export function correctionReader(connection: Connection): CorrectionReader {
  return {
    repeats: {
      ofLoans: async (loanIds) =>
        connection.all<PaymentRepeatRecord>(
          `SELECT ${REPEAT} FROM payment_repeats t WHERE ${OF_LOANS} ORDER BY t.loan_id, t.payment_id`,
          JSON.stringify(loanIds),
        ),
    },
    notes: {
      ofLoans: async (loanIds) =>
        connection.all<LoanNoteRecord>(
          `SELECT ${NOTE} FROM loan_notes t WHERE ${OF_LOANS} ORDER BY t.loan_id, t.number`,
          JSON.stringify(loanIds),
        ),
    },
    aliases: {
      byFolded: async (aliases) =>
        connection.all<LoanAliasRecord>(
          `SELECT ${ALIAS} FROM json_each(?) w CROSS JOIN loan_aliases t ON t.alias_folded = w.value ORDER BY w.key`,
          JSON.stringify(aliases),
        ),
      ofLoans: async (loanIds) =>
        connection.all<LoanAliasRecord>(
          `SELECT ${ALIAS} FROM loan_aliases t WHERE ${OF_LOANS} ORDER BY t.loan_id, t.alias_folded`,
          JSON.stringify(loanIds),
        ),
    },
    exports: {
      pending: async (today, until) =>
        connection.all<DisbursementRecord & { businessName: string }>(
          `SELECT ${DISBURSEMENT}, l.business_name AS businessName FROM disbursements d
           JOIN loans l ON l.loan_id = d.loan_id
           WHERE (d.settlement = 'manual' OR d.disbursement_date > ?) AND d.disbursement_date <= ?
             AND NOT EXISTS (SELECT 1 FROM disbursement_outcomes o
               WHERE o.disbursement_reference = d.disbursement_reference)
             AND NOT EXISTS (SELECT 1 FROM disbursement_exports t
               WHERE t.disbursement_reference = d.disbursement_reference)
           ORDER BY d.disbursement_date, d.seq`,
          today,
          until ?? END_OF_TIME,
        ),
      ofDisbursements: async (references) =>
        connection.all<DisbursementExportRecord>(
          `SELECT ${EXPORT} FROM json_each(?) w
           CROSS JOIN disbursement_exports t ON t.disbursement_reference = w.value ORDER BY w.key`,
          JSON.stringify(references),
        ),
      ofBatch: async (batchId) =>
        connection.all<DisbursementExportRecord>(
          `SELECT ${EXPORT} FROM disbursement_exports t WHERE t.batch_id = ? ORDER BY t.line`,
          batchId,
        ),
    },
  };
}
