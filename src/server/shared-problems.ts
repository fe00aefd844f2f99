/** What every operation can answer with beside its own problems. */
export const OF_EVERY_OPERATION = [
  'too_many_requests',
  'internal',
  'ledger_busy',
  'ledger_unconfirmed',
  'overloaded',
  'figure_too_large',
] as const;
/** What those answer that ask who is there. */
export const OF_SIGNED_IN = ['not_signed_in', 'role_missing'] as const;
/** What those answer that change something. */
export const OF_WRITES = [
  'malformed_json',
  'body_too_large',
  'media_type_unsupported',
  'validation_failed',
  'invalid_query',
  'invalid_idempotency_key',
  'key_reused',
  'request_in_flight',
] as const;
