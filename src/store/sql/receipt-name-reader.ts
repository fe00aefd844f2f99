import type { ReceiptReader } from '../receipt-port.ts';
import { query } from './dialect.ts';
import { isAmong } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

type ReceiptNameReader = Pick<
  ReceiptReader['receipts'],
  'payoutAccounts' | 'merchantPhones' | 'loansOfBusinesses' | 'hasAliases'
>;

const OF_BUSINESSES = query(
  (d) => `SELECT l.business_name_folded AS "businessNameFolded", l.loan_id AS "loanId" FROM loans l
  WHERE ${isAmong('l.business_name_folded', d)} ORDER BY l.loan_id`,
);

/** Reads of what the lines of a statement may name a loan by. */
export function receiptNameReader(connection: SqlConnection): ReceiptNameReader {
  return {
    payoutAccounts: async () =>
      connection.all<{ account: string; merchantId: string }>(
        `SELECT DISTINCT d.merchant_bank_account AS account, l.merchant_id AS "merchantId"
         FROM disbursements d JOIN loans l ON l.loan_id = d.loan_id
         WHERE d.method IN ('bank_transfer', 'wallet', 'check') AND NOT EXISTS (
           SELECT 1 FROM disbursement_outcomes o
           WHERE o.disbursement_reference = d.disbursement_reference AND o.outcome = 'failed')
         ORDER BY account, "merchantId"`,
      ),
    merchantPhones: async () =>
      connection.all<{ phone: string; merchantId: string }>(
        `SELECT m.contact_phone AS phone, m.merchant_id AS "merchantId" FROM merchants m
         WHERE m.contact_phone <> '' ORDER BY m.merchant_id`,
      ),
    loansOfBusinesses: async (foldedNames) =>
      connection.all<{ businessNameFolded: string; loanId: string }>(
        OF_BUSINESSES,
        JSON.stringify(foldedNames),
      ),
    hasAliases: async () => (await connection.get('SELECT 1 FROM loan_aliases LIMIT 1')) !== undefined,
  };
}
