import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import { JOURNAL_GROUP, MOVED_GROUPS, MOVED_TABLES } from '../../src/store/moved-groups.ts';
import { type MovedFact, RefusedFacts } from '../../src/store/moving-port.ts';
import type { Store } from '../../src/store/port.ts';
import { openAccess } from './access-fixtures.ts';
import { correctEverything } from './correction-fixtures.ts';
import { emptyDatabase } from './empty-database.ts';
import { auditRecord, merchant, openLoan, order, pay, policyVersion, store } from './ledger-fixtures.ts';
import { importEverything } from './receipt-fixtures.ts';
import { openLedger } from './temporary-ledger.ts';
import { flag, transaction, user } from './user-fixtures.ts';

/** What stays behind, and why. */
const STAYS: Readonly<Record<string, string>> = {
  accounts: 'the same in every ledger',
  schema_migrations: 'of the store',
  ledger_meta: 'of the store',
  seals: 'made anew from what they seal',
  journal_entries: 'in the journal',
  postings: 'in the journal',
  held_entries: 'in the journal',
  held_postings: 'in the journal',
  audit: 'in the journal',
  user_month_sums: 'derived',
  user_flag_counts: 'derived',
  sign_ins: 'comes and goes',
  tokens: 'comes and goes',
  sign_in_failures: 'comes and goes',
  kept_answers: 'comes and goes',
  planned_files: 'comes and goes',
};

/** Columns no line has: what each store derives. */
const DERIVED = [
  'seq',
  'business_name_folded',
  'search_folded',
  'phone_digits',
  'merchant_key',
  'store_key',
  'user_key',
];

/** Every kind of fact there is, with two owners of what is kept under owners and more rows than a page of one. */
async function fillLedger(ledger: Store): Promise<void> {
  await ledger.write(async (tx) => {
    await tx.insert.policyVersions([policyVersion(1)]);
    await openAccess(tx);
    await openLoan(tx, 'B');
    await openLoan(tx, 'A');
    await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
    await pay(tx, 'A', 'PAY-2', 3, 3_800_000, { paymentReference: 'شيك-٧' });
    await correctEverything(tx, 'A');
    await importEverything(tx, 'PAY-1');
    await tx.insert.loanClosures([
      {
        loanId: 'LN-A',
        kind: 'cancelled',
        closedOn: '2026-03-02' as never,
        closedBy: 'x',
        closedAt: 'x',
        reason: 'x',
      },
    ]);
    await tx.insert.disbursementOutcomes([
      {
        disbursementReference: 'DSB-A',
        loanId: 'LN-A',
        outcome: 'failed',
        date: '2026-03-02' as never,
        reason: null,
        decidedAt: 'x',
        decidedBy: 'x',
      },
    ]);
    await tx.insert.audit(auditRecord('test', 'all'));
    await tx.insert.auditReads([
      {
        at: 'x',
        actor: 'mona',
        osUser: 'mona',
        host: 'h',
        channel: 'terminal',
        action: 'audit.list',
        askedJson: '{}',
        requestId: 'r',
      },
    ]);
    await tx.upsert.merchants([merchant('MRC-2'), merchant('MRC-1', { name: 'Nile' }), merchant('MRC-3')]);
    await tx.upsert.stores([store('MRC-2', 's'), store('MRC-1', 's'), store('MRC-1', 'r')]);
    const orders = (merchantId: string, storeId: string, count: number) =>
      Array.from({ length: count }, (_, index) => order(merchantId, storeId, `o-${index}`));
    await tx.upsert.orders([...orders('MRC-2', 's', 1), ...orders('MRC-1', 's', 1_001)]);
    await tx.upsert.users([user('u-2'), user('u-1'), user('u-3')]);
    const transactions = (userId: string, from: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        transaction(userId, from + index, { timestampSeconds: 1_767_225_599 + index * 100_000 }),
      );
    await tx.upsert.transactions([...transactions('u-2', -2, 5), ...transactions('u-1', 1, 1_000)]);
    await tx.upsert.flags([flag('u-2', 'f-2'), flag('u-2', 'f-1', { accountType: 'debit' })]);
    await tx.insert.audit(auditRecord('merchants.import', 'file'));
  });
}

async function allFacts(ledger: Store): Promise<MovedFact[]> {
  return ledger.read(async (tx) => {
    const all: MovedFact[] = [];
    for (const group of MOVED_GROUPS) {
      let next: readonly unknown[] | null = null;
      do {
        const page = await tx.moving.page(group, next);
        all.push(...page.facts);
        next = page.next;
      } while (next !== null);
    }
    return all;
  });
}

async function replayed(facts: readonly MovedFact[]): Promise<Store> {
  const ledger = await openLedger(':memory:');
  try {
    await ledger.write(async (tx) => {
      for (let at = 0; at < facts.length; at += 700) await tx.replay.add(facts.slice(at, at + 700));
      await tx.replay.finish(null);
    });
  } catch (error) {
    await ledger.close();
    throw error;
  }
  return ledger;
}

describe('moving', () => {
  let ledger: Store;
  let facts: readonly MovedFact[];
  beforeAll(async () => {
    ledger = await openLedger(':memory:');
    await fillLedger(ledger);
    facts = await allFacts(ledger);
  });
  afterAll(() => ledger.close());

  it('has every kind of fact, as many as are counted', async () => {
    const counts = await ledger.read((tx) => tx.moving.counts());
    const found = Map.groupBy(facts, ({ fact }) => fact);
    expect(Object.keys(counts).sort()).toEqual([...found.keys()].sort());
    for (const [fact, count] of Object.entries(counts))
      expect([fact, found.get(fact)?.length]).toEqual([fact, count]);
  });

  it('puts what was written into an empty ledger, sums and seals included', async () => {
    const other = await replayed(facts);
    try {
      expect(await allFacts(other)).toEqual(facts);
      const [before, after] = await Promise.all(
        [ledger, other].map((one) =>
          one.read(async (tx) => {
            const balances: unknown[] = [];
            await tx.moving.visitBalances((balance) => balances.push(balance));
            return {
              anchor: (await tx.info()).anchor,
              balances,
              // What is off in these fixtures is off in both: a batch that does not add up, say.
              verified: await verifyLedger(tx, {}),
              sums: [await tx.users.monthSums('u-1'), await tx.users.monthSums('u-2')],
              flags: await tx.users.flagCounts('u-2'),
              batches: await tx.receipts.batches({ offset: 0, limit: null }),
              loans: await tx.loans.list({}, { offset: 0, limit: null }),
              found: await tx.merchants.list({ search: 'nile' }, { offset: 0, limit: null }),
            };
          }),
        ),
      );
      expect(after).toEqual(before);
      expect(after?.sums[0]?.length).toBeGreaterThan(1);
    } finally {
      await other.close();
    }
  });

  it('goes on from there: the next entry and the next audit record follow', async () => {
    const other = await replayed(facts);
    try {
      await other.write((tx) => openLoan(tx, 'C'));
      expect((await allFacts(other)).length).toBeGreaterThan(facts.length);
      const { violations } = await other.read((tx) => verifyLedger(tx, {}));
      expect(violations.filter(({ check }) => check === 'seal' || check === 'chain')).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it.each<[string, (all: MovedFact[]) => MovedFact[], string]>([
    ['a loan twice', (all) => twice(all, 'loan'), 'append-only'],
    ['an order of no store', (all) => all.filter(({ fact }) => fact !== 'store'), 'there is no store'],
    ['a payment of no loan', (all) => all.filter(({ fact }) => fact !== 'loan'), 'FOREIGN KEY'],
    [
      'a sequence with a gap',
      (all) =>
        all.toSpliced(
          all.findIndex(({ fact }) => fact === 'entry'),
          1,
        ),
      'follow',
    ],
    ['an account nobody knows', withAccount, 'no such account'],
  ])('refuses %s and says which fact it is', async (_what, change, message) => {
    const refused = await replayed(change([...facts])).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedFacts);
    expect((refused as RefusedFacts).message).toContain(message);
    expect((refused as RefusedFacts).first).toBe((refused as RefusedFacts).last);
  });
});

function twice(all: MovedFact[], fact: string): MovedFact[] {
  const at = all.findIndex((one) => one.fact === fact);
  return all.toSpliced(at, 0, all[at] as MovedFact);
}

function withAccount(all: MovedFact[]): MovedFact[] {
  return all.map((one) =>
    one.fact === 'entry'
      ? { ...one, fields: { ...one.fields, postings: [{ account: 'x', amount_piastres: 0 }] } }
      : one,
  );
}

describe('what is moved', () => {
  const db = emptyDatabase();

  const tableNames = () =>
    (db().pragma('table_list') as { schema: string; name: string }[])
      .filter(({ schema, name }) => schema === 'main' && !name.startsWith('sqlite_'))
      .map(({ name }) => name);

  it('is every table but those that stay behind', () => {
    expect(tableNames().sort()).toEqual(
      [...MOVED_TABLES.map(({ table }) => table), ...Object.keys(STAYS)].sort(),
    );
    expect(MOVED_GROUPS).toEqual(MOVED_TABLES.map(({ fact }) => fact).toSpliced(-1, 0, JOURNAL_GROUP));
  });

  it('has every column as the table has it', () => {
    for (const { table, columns } of MOVED_TABLES) {
      const info = db().pragma(`table_info(${table})`) as {
        name: string;
        type: string;
        notnull: number;
        pk: number;
      }[];
      const kept = info.filter(({ name }) => !DERIVED.includes(name));
      const moved = columns.filter(({ name }) => info.some((one) => one.name === name) && name !== 'seq');
      const told = moved.map(({ name, type, mayBeNull }) => ({
        name,
        type: { text: 'TEXT', whole: 'INTEGER', hex: 'BLOB' }[type],
        mayBeNull,
      }));
      const expected = kept.map(({ name, type, notnull }) => ({ name, type, mayBeNull: notnull === 0 }));
      expect([table, new Set(told)]).toEqual([table, new Set(expected)]);
    }
  });
});
