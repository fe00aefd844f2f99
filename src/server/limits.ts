/** What one request, one caller and all together may take of the service; each with its reason. */

/** A request of the interface has a few hundred bytes; a mebibyte is room for the longest batch of applications. */
export const BODY_BYTES = 1024 * 1024;
/** Imports send records by the thousand: one batch of the command line's, with room for long addresses. */
export const IMPORT_BODY_BYTES = 8 * 1024 * 1024;
/** Read and thrown away beyond the limit, so that a sender who is only a little over hears why it was refused. */
export const DISCARDED_BYTES = 16 * 1024 * 1024;
/** Bodies held at once, of all requests together: this bounds the memory, whatever is sent. */
export const ALL_BODIES_BYTES = 64 * 1024 * 1024;
/** Requests being answered at once; more would wait longer than their senders do. */
export const REQUESTS_IN_FLIGHT = 512;
/** Writes given to the thread that writes and not answered yet: half of the above, so that reads are always let in. */
export const WRITES_WAITING = 256;
/** Open connections: each costs some tens of kilobytes even when idle. */
export const CONNECTIONS = 2_000;
/** An honest client sends its headers at once. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** And its body soon after, unless it is a file. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** A file takes as long as its line does; an hour is more than any has. */
export const FILE_TIMEOUT_MS = 3_600_000;
/** A connection on which nothing moves, one whose reader has gone away without a word among them. */
export const SILENT_CONNECTION_MS = 60_000;
/** How often late requests are looked for; Node's own 30 s would stretch the limits fourfold. */
export const TIMEOUT_CHECKS_MS = 1_000;
/** Longest value in an address: 64 characters of an external id, percent-encoded in UTF-8, fit in four times over. */
export const ADDRESS_VALUE_CHARACTERS = 1_024;
/** Callers whose requests are counted; beyond it the one longest silent is forgotten. */
export const COUNTED_CALLERS = 10_000;
export const RATE_WINDOW_MS = 60_000;
/** What is in flight when the service is told to stop has this long: with the closing below ten seconds. */
export const STOP_WITHIN_MS = 9_000;
/** Everybody was answered or hung up on by then: the writing thread needs time only to close the ledger. */
export const CLOSE_WITHIN_MS = 1_000;
/** Records in a batch of a body of JSON Lines: one transaction, which others wait for meanwhile. */
export const RECORD_BATCH = 1_000;
/** A record has a kilobyte or two; up to here a body may be one JSON document instead of lines. */
export const RECORD_LINE_BYTES = 1024 * 1024;
/** Some 150,000 orders: more than a shop sells between two transfers, and gone in well under the time of a request. */
export const RECORDS_BYTES = 64 * 1024 * 1024;
/** Bodies of records taken at once: they keep the writing busy, and each holds a batch. */
export const RECORD_REQUESTS = 4;
/** Refused records told of one body: whoever sent thousands of them finds out why from the first ones. */
export const LISTED_REFUSALS = 1_000;
/** Half a million rows of a file of repayments: as large as a bank's statement gets. Held whole while it is planned. */
export const FILE_BYTES = 256 * 1024 * 1024;
/** Bodies of files that arrive at once: each is held. */
export const FILES_AT_ONCE = 2;
