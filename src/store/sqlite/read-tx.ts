import type { ReadTx } from '../port.ts';
import { accessReader } from './access-reader.ts';
import { applicationReader, decisionReader } from './application-reader.ts';
import type { Connection } from './connection.ts';
import { correctionReader } from './correction-reader.ts';
import { disbursementReader } from './disbursement-reader.ts';
import { journalReader } from './journal-reader.ts';
import { ledgerInfo } from './ledger-info.ts';
import { loanReader, paymentReader } from './loan-reader.ts';
import { merchantReader } from './merchant-reader.ts';
import { idReader, policyReader } from './record-reader.ts';
import { reportReader } from './report-reader.ts';
import { userReader } from './user-reader.ts';
import { verificationReader } from './verification-reader.ts';

/** All reads of the port over one connection, in whatever transaction that connection is in. */
export function readTxOn(connection: Connection, migrationsDir: string): ReadTx {
  return {
    info: async () => ledgerInfo(connection),
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
    ids: idReader(connection),
    verification: verificationReader(connection, migrationsDir),
  };
}
