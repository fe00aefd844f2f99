import { exactPiastres } from '../../domain/exact-piastres.ts';
import { formatAmountGrouped } from '../../domain/money.ts';
import { disbursementsNamed } from '../../domain/named-disbursements.ts';
import type { ReadTx, SettledDisbursement } from '../../store/port.ts';
import { inParts } from './in-parts.ts';
import { type BatchFile, type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import type { FileWarning } from './statement-checks.ts';

/** So many rows are looked through together; what they name is looked up at once. */
const ROWS_AT_ONCE = 2_000;

/** A row and the disbursements it names. */
interface Told {
  readonly row: PlannedRow;
  readonly named: readonly SettledDisbursement[];
}

/**
 * Says which new rows of a bank tell what became of a disbursement: money that went out for one that is pending, which a
 * person then completes, and money of one that came back, which a person then marks failed. What is held says so too.
 */
export async function disbursementsTold(
  tx: ReadTx,
  rows: PlannedRows,
  file: BatchFile,
): Promise<readonly FileWarning[]> {
  if (!file.has_account) return [];
  const warnings: FileWarning[] = [];
  for await (const some of inParts(rows.where(mayTell), ROWS_AT_ONCE)) {
    for (const told of await namedBy(tx, some)) {
      if (told.row.outcome === 'not_a_repayment') warnings.push(...wentOut(told, file));
      else warnings.push(...(told.row.part.returned ? cameBack(told) : cameIn(told)));
    }
  }
  return warnings;
}

function mayTell({ isKnown, outcome }: PlannedRow): boolean {
  return !isKnown && (outcome === 'not_a_repayment' || outcome === 'held');
}

/** Those of the rows that name disbursements there are. */
async function namedBy(tx: ReadTx, rows: readonly PlannedRow[]): Promise<readonly Told[]> {
  const naming = rows.flatMap((row) => {
    const { part, outcome } = row;
    const isWanted = part.direction === 'debit' ? outcome === 'not_a_repayment' : outcome === 'held';
    if (!isWanted || part.status !== 'booked') return [];
    const { text, end_to_end_id, customer_reference, bank_reference, returned } = part;
    const texts = [end_to_end_id, customer_reference, bank_reference, returned?.reference, text];
    const references = disbursementsNamed(texts);
    return references.length === 0 ? [] : [{ row, references }];
  });
  if (naming.length === 0) return [];
  const references = new Set(naming.flatMap((one) => one.references));
  const found = await tx.disbursements.byReferences([...references]);
  const byReference = new Map(found.map((one) => [one.disbursementReference, one]));
  return naming.flatMap((one) => {
    const named = one.references.flatMap((reference) => byReference.get(reference) ?? []);
    return named.length === 0 ? [] : [{ row: one.row, named }];
  });
}

/** Of what went out: those that wait for somebody to complete them. One that is automatic completes by itself. */
function wentOut({ row, named }: Told, { use_value_date }: BatchFile): readonly FileWarning[] {
  const waiting = named.filter(({ settlement, outcome }) => settlement === 'manual' && outcome === null);
  if (waiting.length === 0) return [];
  if (!isSumOf(row, named)) {
    const message = `${amountInWords(row)} went out, but ${inWords(named)}: find out why before ${idsOf(waiting)} is completed`;
    return [{ code: 'disbursement_amount_differs', message }];
  }
  const on = paymentDateOf(row.part, use_value_date);
  return waiting.map(({ disbursementReference: reference }) => {
    const message = `${amountInWords(row)} went out for ${reference}, which is pending: loandesk disbursements complete ${reference} --date ${on}`;
    return { code: 'disbursement_paid', message };
  });
}

/** Of what came back: those that did not fail yet, whether their going out was told or not. */
function cameBack({ row, named }: Told): readonly FileWarning[] {
  const standing = named.filter(({ outcome }) => outcome?.outcome !== 'failed');
  if (standing.length === 0) {
    row.reason = `${row.reason}; ${idsOf(named)} failed already: dismiss the row`;
    return [];
  }
  if (!isSumOf(row, named)) {
    row.reason = `${row.reason}; but ${inWords(named)}`;
    const message = `${amountInWords(row)} came back, but ${inWords(named)}: find out why before ${idsOf(standing)} is marked failed`;
    return [{ code: 'disbursement_amount_differs', message }];
  }
  row.reason = `${row.reason}; it is ${idsOf(standing)}: mark that failed, then dismiss the row`;
  row.suggestions = standing.map(({ disbursementReference }) => disbursementReference);
  return standing.map((one) => returned(row, one, 'came back'));
}

/** Of money that came in, may be a return the bank does not mark as one, and may be a repayment that quotes the payout. */
function cameIn({ row, named }: Told): readonly FileWarning[] {
  row.suggestions = [...new Set([...row.suggestions, ...named.map(({ loanId }) => loanId)])];
  if (!isSumOf(row, named)) return [];
  const standing = named.filter(({ outcome }) => outcome?.outcome !== 'failed');
  return standing.map((one) => returned(row, one, 'may have come back; if so'));
}

function returned(row: PlannedRow, one: SettledDisbursement, what: string): FileWarning {
  const reference = one.disbursementReference;
  const message = `${amountInWords(row)} of ${reference} ${what}: loandesk disbursements fail ${reference} --reason "returned by the bank", then dismiss the held row`;
  return { code: 'disbursement_returned', message };
}

function isSumOf({ part }: PlannedRow, named: readonly SettledDisbursement[]): boolean {
  if (part.currency !== 'EGP') return false;
  return exactPiastres(part.amount) === named.reduce<number>((sum, one) => sum + one.amountPiastres, 0);
}

/** The line and its amount, as a sentence begins. */
function amountInWords(row: PlannedRow): string {
  return `line ${row.part.line}: ${shownAmount(row)}`;
}

function shownAmount({ part }: PlannedRow): string {
  const amount = part.currency === 'EGP' ? exactPiastres(part.amount) : null;
  return `${amount === null ? part.amount : formatAmountGrouped(amount)} ${part.currency}`;
}

/** Such as `DSB-4M7Z1K8Q9 is 12,000.00`. */
function inWords(named: readonly SettledDisbursement[]): string {
  return named
    .map((one) => `${one.disbursementReference} is ${formatAmountGrouped(one.amountPiastres)}`)
    .join(' and ');
}

function idsOf(named: readonly SettledDisbursement[]): string {
  return named.map((one) => one.disbursementReference).join(' and ');
}
