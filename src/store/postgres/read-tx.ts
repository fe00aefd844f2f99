import type { ReadTx } from '../port.ts';
import { accessReader } from '../sql/access-reader.ts';
import { applicationReader, decisionReader } from '../sql/application-reader.ts';
import { correctionReader } from '../sql/correction-reader.ts';
import { deskReader } from '../sql/desk-reader.ts';
import { disbursementReader } from '../sql/disbursement-reader.ts';
import { findReader } from '../sql/find-reader.ts';
import { journalReader } from '../sql/journal-reader.ts';
import { ledgerInfo } from '../sql/ledger-info.ts';
import { loanReader, paymentReader } from '../sql/loan-reader.ts';
import { merchantReader } from '../sql/merchant-reader.ts';
import { movingReader } from '../sql/moving-reader.ts';
import { receiptReader } from '../sql/receipt-reader.ts';
import { idReader, policyReader } from '../sql/record-reader.ts';
import { reportReader } from '../sql/report-reader.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { userReader } from '../sql/user-reader.ts';
import { verificationReader } from '../sql/verification-reader.ts';
import { engineFaults } from './engine-faults.ts';

/** All reads of the port over one connection, in whatever transaction that connection is in. */
export function readTxOn(connection: SqlConnection, place: string, migrationsDir: string): ReadTx {
  return {
    info: () => ledgerInfo(connection, { kind: 'postgres', location: place }),
    applications: applicationReader(connection),
    decisions: decisionReader(connection),
    loans: loanReader(connection),
    disbursements: disbursementReader(connection),
    payments: paymentReader(connection),
    journal: journalReader(connection),
    merchants: merchantReader(connection),
    users: userReader(connection),
    policy: policyReader(connection),
    ...accessReader(connection),
    ...correctionReader(connection),
    reports: reportReader(connection),
    receipts: receiptReader(connection),
    desk: deskReader(connection),
    find: findReader(connection),
    moving: movingReader(connection),
    ids: idReader(connection),
    verification: verificationReader(connection, migrationsDir, () =>
      engineFaults(connection, migrationsDir),
    ),
  };
}
