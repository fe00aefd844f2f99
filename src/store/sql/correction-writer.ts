import { CORRECTION_FACT_FIELDS, type CorrectionFactFields } from '../correction-fact-fields.ts';
import type { CorrectionInserts } from '../correction-port.ts';
import { factHash } from '../sealing.ts';
import { insertSql } from './columns.ts';
import type { BooksFacts, InsertFacts } from './insert-facts.ts';

const TABLES = {
  payment_reversal: 'payment_reversals',
  payment_repeat: 'payment_repeats',
  payment_payoff: 'payment_payoffs',
  write_off: 'write_offs',
  write_off_reversal: 'write_off_reversals',
  refund: 'refunds',
  undrawn_cancellation: 'undrawn_cancellations',
  loan_note: 'loan_notes',
  loan_alias: 'loan_aliases',
  disbursement_export: 'disbursement_exports',
} as const satisfies Record<keyof CorrectionFactFields, string>;

/** Facts that correct or annotate. */
export function correctionInserts(insertFacts: InsertFacts, unit: BooksFacts): CorrectionInserts {
  const insert = <Row extends object>(
    kind: keyof CorrectionFactFields,
    rows: readonly Row[],
    idOf: (row: Row) => string,
  ): void | Promise<void> =>
    insertFacts(kind, insertSql(TABLES[kind], CORRECTION_FACT_FIELDS[kind]), rows, idOf);
  return {
    paymentReversals: async (rows) => insert('payment_reversal', rows, (row) => row.paymentId),
    paymentRepeats: async (rows) => insert('payment_repeat', rows, (row) => row.paymentId),
    paymentPayoffs: async (rows) => insert('payment_payoff', rows, (row) => row.paymentId),
    writeOffs: async (rows) => {
      await insert('write_off', rows, (row) => row.writeOffId);
      for (const row of rows) {
        unit.bookable(row.writeOffId, factHash('write_off', row).toString('hex'), true);
      }
    },
    writeOffReversals: async (rows) => insert('write_off_reversal', rows, (row) => row.writeOffId),
    refunds: async (rows) => {
      await insert('refund', rows, (row) => row.refundId);
      for (const row of rows) unit.bookable(row.refundId, factHash('refund', row).toString('hex'), true);
    },
    undrawnCancellations: async (rows) =>
      insert('undrawn_cancellation', rows, (row) => `${row.loanId}/${row.number}`),
    loanNotes: async (rows) => insert('loan_note', rows, (row) => `${row.loanId}/${row.number}`),
    loanAliases: async (rows) => insert('loan_alias', rows, (row) => row.aliasFolded),
    disbursementExports: async (rows) =>
      insert('disbursement_export', rows, (row) => row.disbursementReference),
  };
}
