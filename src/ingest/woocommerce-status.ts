/** What an order of WooCommerce says of its state. */
export interface WooState {
  /** `processing`, `wc-completed`, `On hold`, or a status of the shop's own. */
  readonly status: string;
  /** True when it has a date of payment; null when the file does not say. */
  readonly paid: boolean | null;
  /** True when it has a date of completion. */
  readonly completed: boolean;
  /** `cod` and the like. */
  readonly paymentMethod: string;
  /** Hundredths; null when the file does not say or not readably. */
  readonly total: number | null;
  /** Hundredths given back, without a sign. */
  readonly refunded: number;
}

export interface OrderStatuses {
  readonly financial: string;
  readonly fulfillment: string;
  readonly confirmed: boolean;
  readonly cancelled: boolean;
}

/** No order yet, or never one. */
const UNCONFIRMED = new Set(['checkout-draft', 'draft', 'auto-draft', 'trash', 'failed']);

/**
 * WooCommerce has one status where the interface has two. Money: `refunded` or the refunds decide, then the date
 * of payment; without one a completed order is paid and a processing one too, except cash on delivery, which
 * `processing` does not yet have. Goods: `completed` is fulfilled, a status of the shop's own (`shipped`,
 * `delivered`) is given as it is, anything else is unfulfilled. A cancelled order is voided when it was paid and
 * stays pending when it never was, since nothing came back; a failed payment or a draft is no confirmed order.
 */
export function wooStatuses(state: WooState): OrderStatuses {
  const status = state.status
    .trim()
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[\s_]+/g, '-');
  return {
    financial: financialStatus(status, state),
    fulfillment: fulfillmentStatus(status, state),
    confirmed: !UNCONFIRMED.has(status),
    cancelled: status === 'cancelled',
  };
}

function financialStatus(status: string, state: WooState): string {
  if (status === 'refunded') return 'refunded';
  if (state.refunded > 0) {
    return state.total !== null && state.refunded >= state.total ? 'refunded' : 'partially_refunded';
  }
  const paid = state.paid ?? paidByStatus(status, state.paymentMethod);
  if (status === 'cancelled') return paid ? 'voided' : 'pending';
  if (status === 'completed') return 'paid';
  return paid && status !== 'failed' ? 'paid' : 'pending';
}

function paidByStatus(status: string, paymentMethod: string): boolean {
  return (
    status === 'completed' ||
    (status === 'processing' && !/^cod$|cash on delivery/i.test(paymentMethod.trim()))
  );
}

const NOT_SENT = new Set(['pending', 'processing', 'on-hold', 'cancelled', 'refunded', 'pending-payment']);

function fulfillmentStatus(status: string, state: WooState): string {
  if (status === 'completed' || state.completed) return 'fulfilled';
  return NOT_SENT.has(status) || UNCONFIRMED.has(status) ? 'unfulfilled' : status.replaceAll('-', '_');
}
