import { endOfCairoDayMs } from '../../domain/cairo-date.ts';
import { addDays, type CalendarDate } from '../../domain/dates.ts';
import { disbursementEvents } from '../../domain/disbursement.ts';
import { divideHalfAwayFromZero, piastres } from '../../domain/money.ts';
import { saleHalfPiastres } from '../../domain/order-tally.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import type { Horizon } from '../../store/report-port.ts';
import { dossierKnownAt } from './dossier-known-at.ts';

/** What a share of a merchant's sales should have brought since the loan was paid out, and what it brought. */
export interface RevenueShare {
  /** Value date of the first disbursement. */
  readonly since: CalendarDate;
  readonly salesPiastres: bigint;
  readonly expectedPiastres: bigint;
  /** Payments that came as a share of sales, not those made in other ways. */
  readonly receivedPiastres: bigint;
}

/** A rate E4 is percent × 10^4: this makes it a plain number of half piastres. */
const SHARE_DENOMINATOR = 2n * 1_000_000n;

/**
 * Expected beside received of a loan with a revenue share, from the day in Cairo it was paid out to the end of the day
 * asked; sales as the assessment counts them. null where the loan has none or is not paid out.
 */
export async function revenueShareOf(
  tx: ReadTx,
  found: LoanDossier,
  { asOf, knownAt }: Horizon,
): Promise<RevenueShare | null> {
  const dossier = knownAt === null ? found : dossierKnownAt(found, knownAt);
  if (isRefusal(dossier)) return null;
  const { loan, disbursements, payments } = dossier;
  const [first] = disbursementEvents(disbursements, asOf)
    .map(({ valueDate }) => valueDate)
    .sort();
  if (loan.revenueSharePercentE4 === null || first === undefined) return null;
  const sinceMs = endOfCairoDayMs(addDays(first, -1));
  let halfPiastres = 0n;
  const [merchant] = await tx.merchants.byAnyId([loan.merchantId]);
  if (merchant !== undefined) {
    await tx.merchants.visitOrders(merchant.merchantId, endOfCairoDayMs(asOf), (order) => {
      if (order.createdAtMs <= sinceMs) return;
      const totalPiastres = piastres(order.totalPiastres);
      halfPiastres +=
        saleHalfPiastres({ ...order, totalPiastres, cancelled: order.cancelledAt !== null }) ?? 0n;
    });
  }
  let received = 0n;
  for (const payment of payments) {
    if (payment.method !== 'revenue_share' || payment.paymentDate > asOf || payment.reversal !== null)
      continue;
    received += BigInt(payment.amountPiastres);
  }
  return {
    since: first,
    salesPiastres: divideHalfAwayFromZero(halfPiastres, 2n),
    expectedPiastres: divideHalfAwayFromZero(
      halfPiastres * BigInt(loan.revenueSharePercentE4),
      SHARE_DENOMINATOR,
    ),
    receivedPiastres: received,
  };
}
