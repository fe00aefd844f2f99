import type { Dialect } from '../sql/dialect.ts';

/** How SQLite writes what engines write differently. */
export const SQLITE: Dialect = {
  name: 'sqlite',
  bound: '(SELECT ?)',
  join: 'CROSS JOIN',
  indexedBy: (index) => `INDEXED BY ${index}`,
  caseBlind: (column) => `${column} COLLATE NOCASE`,
  eachText: (alias) => `json_each(?) ${alias}`,
  eachNumber: (alias) => `json_each(?) ${alias}`,
  hex: (column) => `lower(hex(${column}))`,
  bytesOfHex: 'unhex(?)',
  bytesOf: (hexText) => `unhex(${hexText})`,
  joined: (expression, separator) => `group_concat(${expression}, '${separator}')`,
  contains: (expression) => `instr(${expression}, ?) > 0`,
  greatest: (...expressions) => `max(${expressions.join(', ')})`,
  least: (...expressions) => `min(${expressions.join(', ')})`,
  lineFeed: 'char(10)',
  firstLine: (expression) => `substr(${expression}, 1, instr(${expression} || char(10), char(10)) - 1)`,
  asNumber: (condition) => `(${condition})`,
  covered: 'seals',
  attested: 'audit_facts',
  skipLocked: '',
  page: 'LIMIT coalesce(?, -1) OFFSET ?',
};
