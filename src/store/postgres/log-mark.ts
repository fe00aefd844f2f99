/**
 * Leaves nothing but a mark in the server's log, behind all that was committed before it: the commit of its transaction
 * is confirmed when the standby has that too. A primary that crashed and is back where it was shows what its standby
 * may not have; who answers by what it found there must not be quicker than the standby.
 */
export const LOG_MARK = `SELECT pg_logical_emit_message(true, 'loandesk', '')`;
