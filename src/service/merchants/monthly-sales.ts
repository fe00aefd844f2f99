import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { amountToNumber, divideHalfAwayFromZero, piastres } from '../../domain/money.ts';
import { saleHalfPiastres } from '../../domain/order-tally.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { resolveMerchant } from './resolve-merchant.ts';

/** What a merchant sold in each calendar month (UTC), counted as the assessment counts sales. */
export const handle: ReadHandler<
  OperationInput<'merchants.sales'>,
  OperationOutput<'merchants.sales'>
> = async (tx, input, call) => {
  const merchant = await resolveMerchant(tx, input.merchant_id);
  if (isRefusal(merchant)) return merchant;
  const months = new Map<number, { sales: number; halfPiastres: bigint }>();
  await tx.merchants.visitOrders(merchant.merchantId, call.nowMs, (order) => {
    const tallied = {
      ...order,
      totalPiastres: piastres(order.totalPiastres),
      cancelled: order.cancelledAt !== null,
    };
    const worth = saleHalfPiastres(tallied);
    if (worth === null) return;
    const month = Number(new Date(order.createdAtMs).toISOString().slice(0, 7).replace('-', ''));
    const sums = months.get(month) ?? { sales: 0, halfPiastres: 0n };
    sums.sales += 1;
    sums.halfPiastres += worth;
    months.set(month, sums);
  });
  return {
    id: merchant.merchantId,
    external_id: merchant.externalId,
    months: [...months]
      .sort(([a], [b]) => a - b)
      .map(([month, { sales, halfPiastres }]) => ({
        month,
        sales,
        total: amountToNumber(piastres(Number(divideHalfAwayFromZero(halfPiastres, 2n)))),
      })),
  };
};
