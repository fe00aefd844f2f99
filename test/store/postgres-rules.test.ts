import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';

// What lets the tables be spread over machines or cut in parts (docs/postgresql.md): read from the migrations
// themselves, so that a later one keeps to it.

const FOLDER = join(ROOT, 'migrations', 'postgres');
const SQL = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(join(FOLDER, name), 'utf8').replace(/--[^\n]*/g, ''))
  .join('\n');

interface Table {
  readonly name: string;
  readonly body: string;
  readonly key: readonly string[];
}

const TABLES: readonly Table[] = [...SQL.matchAll(/CREATE TABLE (\w+) \(\n([\s\S]*?)\n\);/g)].map(
  ([, name = '', body = '']) => ({ name, body, key: keyOf(body) }),
);
const REFERENCES = [...SQL.matchAll(/ALTER TABLE (\w+) ADD FOREIGN KEY \(([\w,]+)\) REFERENCES (\w+)/g)].map(
  ([, table = '', columns = '', parent = '']) => ({ table, columns: columns.split(','), parent }),
);

function keyOf(body: string): readonly string[] {
  const many = /^\s*PRIMARY KEY\(([\w,]+)\)/m.exec(body)?.[1];
  if (many !== undefined) return many.split(',');
  const one = /^\s*(\w+) [^\n]*PRIMARY KEY/m.exec(body)?.[1];
  return one === undefined ? [] : [one];
}

const table = (name: string): Table => {
  const found = TABLES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no table ${name}`);
  return found;
};

/** What a payment, a correction, a matched transfer or an import writes. */
const HOT = [
  'payments',
  'payment_repeats',
  'payment_reversals',
  'write_offs',
  'write_off_reversals',
  'refunds',
  'undrawn_cancellations',
  'disbursements',
  'disbursement_outcomes',
  'journal_entries',
  'postings',
  'held_steps',
  'held_entries',
  'held_postings',
  'batch_rows',
];

/** Whose key does not begin with its parent's, and why that is no harm. */
const OWN_KEY: Readonly<Record<string, string>> = {
  loans: 'the parent of all of them: a random id',
  held_rows: 'a parent itself: a random id',
  stores: 'its key begins with the id of its merchant',
  loan_aliases: 'one name for one loan in the whole bank; written by hand',
  sign_ins: 'a random number',
  tokens: 'a hash',
};

/** Numbered one after the other, and by whom. */
const NUMBERED: Readonly<Record<string, string>> = {
  accounts: 'the migration',
  schema_migrations: 'the migration',
  policy_versions: 'a policy that is set, which locks out all others',
  officers: 'somebody who adds an officer',
  approvals: 'an action that waits for another person',
  audit_reads: 'a reading of the audit trail',
  audit: 'the one program that seals',
  seals: 'the one program that seals',
};

describe('the tables on PostgreSQL', () => {
  it('are found in the migrations', () => {
    expect(TABLES.length).toBeGreaterThan(40);
    expect(TABLES.filter(({ key }) => key.length === 0).map(({ name }) => name)).toEqual([
      'sign_in_failures',
    ]);
    expect(REFERENCES.length).toBeGreaterThan(30);
  });

  it('have no counter that gives identities', () => {
    expect(/\b(?:small|big)?serial\b|\bAS IDENTITY\b|\bnextval\b|\bCREATE SEQUENCE\b/i.exec(SQL)).toBeNull();
  });

  it('have keys that begin with their parent', () => {
    const faults = TABLES.filter(({ name, key }) => {
      const parents = REFERENCES.filter((one) => one.table === name);
      return parents.length > 0 && !parents.some(({ columns }) => columns[0] === key[0]);
    }).map(({ name }) => name);
    expect(faults.sort()).toEqual(Object.keys(OWN_KEY).sort());
    for (const name of HOT)
      expect([name, table(name).key[0]]).toEqual([name, expect.stringMatching(/^(?:loan|held|batch)_id$/)]);
  });

  it('number nothing one after the other but what few write', () => {
    const numbered = TABLES.filter(({ key, body }) => {
      const [only, second] = key;
      return second === undefined && new RegExp(`^\\s*${only} bigint (?!.*random)`, 'm').test(body);
    }).map(({ name }) => name);
    expect(numbered.sort()).toEqual(Object.keys(NUMBERED).sort());
  });

  it('have nothing unique across loans where a payment writes, and refer there to nothing all loans share', () => {
    for (const name of [...HOT, 'unsealed']) {
      expect([name, /\bUNIQUE\b/.test(table(name).body)]).toEqual([name, false]);
      expect(new RegExp(`CREATE UNIQUE INDEX \\w+ ON ${name}\\b`).exec(SQL)).toBeNull();
      const parents = REFERENCES.filter((one) => one.table === name).map(({ parent }) => parent);
      for (const parent of parents) {
        expect([name, parent]).toEqual([
          name,
          expect.stringMatching(/^(?:loans|journal_entries|held_rows|held_entries|payment_batches)$/),
        ]);
      }
    }
  });

  it('compare all text by its bytes', () => {
    const faults = TABLES.flatMap(({ name, body }) =>
      body
        .split('\n')
        .filter((line) => /^\s*\w+ text\b(?! COLLATE "C")/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(faults).toEqual([]);
  });
});
