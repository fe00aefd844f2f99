import { on, type TypedLine } from './typed-line.ts';

/** What is handed on to the bank. */
export const EXPORT_LINES: readonly TypedLine[] = on('2026-05-20', [
  'disburse LN-#5 --account "0100 000 0000" --amount 100 --method wallet --date 2026-06-20 --yes',
  'disburse LN-#5 --account 1234567890 --amount 250.50 --method bank_transfer --date 2026-06-21 --yes',
  'disbursements export',
  'disbursements export --date 2026-06-01',
  'disbursements export --date 31/12/2026',
  'disbursements export --format xml',
  'disbursements export --format csv --date 2026-06-20 --dry-run',
  'disbursements export --format csv --date 2026-06-20',
  'disbursements export --format csv',
  'disbursements export --format csv',
  'disbursements export --batch BAT-7K3QX9B23',
  'disbursements export --batch BAT-7K3QX9B24',
  'disbursements export --batch BAT-#1',
]);
