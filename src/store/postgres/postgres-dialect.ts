import type { Dialect } from '../sql/dialect.ts';

/** Rows of a JSON array of texts; what is compared with a column takes the column's order by bytes. */
const EACH = `SELECT e.value COLLATE "C" AS value, e.key
  FROM json_array_elements_text(CAST(? AS json)) WITH ORDINALITY AS e (value, key)`;
const EACH_NUMBER = `SELECT CAST(e.value AS bigint) AS value, e.key
  FROM json_array_elements_text(CAST(? AS json)) WITH ORDINALITY AS e (value, key)`;

/** What other programs have committed and not sealed yet is in no seal, and is not amiss. */
const COVERED = `SELECT kind, loan_id, number, sequence FROM seals
  UNION ALL SELECT kind, loan_id, number, 0 FROM unsealed WHERE kind = 'entry'`;
const ATTESTED = `SELECT kind, fact_id, hash FROM audit_facts
  UNION ALL SELECT f.value ->> 'kind', f.value ->> 'factId', decode(f.value ->> 'hash', 'hex')
  FROM unsealed u, json_array_elements(CAST(u.record_json AS json) -> 'facts') f WHERE u.kind = 'audit'`;

/** How PostgreSQL writes what engines write differently. */
export const POSTGRES: Dialect = {
  name: 'postgres',
  bound: '?',
  join: 'JOIN',
  indexedBy: () => '',
  caseBlind: (column) => `lower(${column})`,
  eachText: (alias) => `(${EACH}) ${alias}`,
  eachNumber: (alias) => `(${EACH_NUMBER}) ${alias}`,
  hex: (column) => `encode(${column}, 'hex')`,
  bytesOfHex: `decode(?, 'hex')`,
  bytesOf: (hexText) => `decode(${hexText}, 'hex')`,
  joined: (expression, separator) => `string_agg(${expression}, '${separator}')`,
  contains: (expression) => `strpos(${expression}, CAST(? AS text)) > 0`,
  greatest: (...expressions) => `greatest(${expressions.join(', ')})`,
  least: (...expressions) => `least(${expressions.join(', ')})`,
  lineFeed: 'chr(10)',
  firstLine: (expression) => `split_part(${expression}, chr(10), 1)`,
  asNumber: (condition) => `CAST((${condition}) AS integer)`,
  covered: `(${COVERED})`,
  attested: `(${ATTESTED})`,
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  page: 'LIMIT CAST(? AS bigint) OFFSET CAST(? AS bigint)',
};
