/** Header of a write: the same key with the same request is carried out once. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** `true`: the answer is the stored one of an earlier request with the same key. */
export const REPLAYED_HEADER = 'idempotency-replayed';
/** Rows in all, of a page that is a bare array. */
export const TOTAL_COUNT_HEADER = 'x-total-count';
/**
 * Says that the server is one of ours, so that `dry_run` and idempotency keys mean something to it: a server of
 * another make would carry a dry run out.
 */
export const CONTRACT_HEADER = 'loandesk-contract';
export const CONTRACT_VERSION = '1';
