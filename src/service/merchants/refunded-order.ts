import type { LineFault } from '../../domain/data-fields.ts';
import { type RefundLine, statusAfterRefund } from '../../domain/merchant-data.ts';
import type { OrderRecord } from '../../store/records.ts';

/** An order as a refund leaves it. */
export function refundedOrder(order: OrderRecord, refund: RefundLine): OrderRecord {
  const isLater = refund.refundedAtMs > order.updatedAtMs;
  return {
    ...order,
    financialStatus: statusAfterRefund(order, refund.amountPiastres),
    updatedAt: isLater ? refund.refundedAt : order.updatedAt,
    updatedAtMs: isLater ? refund.refundedAtMs : order.updatedAtMs,
  };
}

/** Why a refund does not count against an order; null when it does. */
export function refundFault(refund: RefundLine, order: OrderRecord | undefined): LineFault | null {
  if (order === undefined) {
    const reason =
      'a refund of an order that is neither in the ledger nor in these files; import the report that has its sale, then this one again';
    return { field: 'id', value: refund.id, reason };
  }
  if (order.currency === refund.currency) return null;
  const reason = `the refund is in ${refund.currency} and its order in ${order.currency}`;
  return { field: 'currency', value: refund.currency, reason };
}
