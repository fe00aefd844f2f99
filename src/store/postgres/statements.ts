import { type Query, textOf } from '../sql/dialect.ts';
import { POSTGRES } from './postgres-dialect.ts';

/** A statement as it is sent. */
export interface SentStatement {
  /** With `$1`, `$2`, … */
  readonly text: string;
  /** What the server keeps it under, so that it is parsed and planned once a connection; undefined: it is not kept. */
  readonly name: string | undefined;
  /** Whether it reads what only sealing writes. */
  readonly readsSealed: boolean;
}

/** Statements a server is asked to keep: texts made for one question only must not fill its memory. */
const MOST_KEPT = 2000;
const SEALED_TABLES = /\b(?:seals|audit|audit_facts)\b/;

const ofQueries = new Map<Query, SentStatement>();
const names = new Map<string, string>();

/** The statement as PostgreSQL takes it; made once for each query. */
export function sentStatement(query: Query): SentStatement {
  let statement = ofQueries.get(query);
  if (statement === undefined) {
    statement = sentText(numbered(textOf(query, POSTGRES)));
    if (statement.name !== undefined) ofQueries.set(query, statement);
  }
  return statement;
}

/** A text whose values are numbered already. */
export function sentText(text: string): SentStatement {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_KEPT) {
    name = `loandesk_${names.size + 1}`;
    names.set(text, name);
  }
  return { text, name, readsSealed: SEALED_TABLES.test(text) };
}

/** Writes `$1`, `$2`, … for each `?`. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}
