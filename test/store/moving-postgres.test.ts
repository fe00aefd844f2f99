import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ImportRefused } from '../../src/service/moving/import-ledger.ts';
import type { Store } from '../../src/store/port.ts';
import { hasPostgres, type TestDatabase } from '../postgres/shared-server.ts';
import { Desk, openDesk } from '../service/desk.ts';
import { fillDesk } from '../service/moved-desk.ts';
import { exported, importInto, looked } from '../service/moved-ledger.ts';
import { openLedger } from './temporary-ledger.ts';
import { blankPostgres, emptyPostgres, openPostgres } from './temporary-postgres.ts';

/** Enough for every state of a loan and every kind of fact. */
const FEW_LOANS = 20;
const END = '2026-07-01';

describe.skipIf(!hasPostgres('moving to PostgreSQL and back'))('a ledger that moves to PostgreSQL', () => {
  let database: TestDatabase;
  let desk: Desk;
  let text: string;
  let store: Store;
  beforeAll(async () => {
    database = await blankPostgres();
    desk = await openDesk();
    await fillDesk(desk, FEW_LOANS);
    text = await exported(desk.store);
  }, 120_000);
  afterAll(async () => {
    await desk.close();
    await database.drop();
  });
  beforeEach(async () => {
    await emptyPostgres(database.url);
    store = await openPostgres(database.url);
  });
  afterEach(() => store.close());

  it('is the same there, and the same when it has come back', async () => {
    const book = await importInto(store, text);
    expect(await exported(store)).toBe(text);
    const there = new Desk(store, END);
    desk.today = END;
    const before = await looked(desk);
    expect(book.anchor).toEqual((await desk.done('ledger.info', {})).anchor);
    expect(await looked(there)).toEqual(before);
    const back = new Desk(await openLedger(':memory:'), END);
    try {
      await importInto(back.store, await exported(store));
      expect(await exported(back.store)).toBe(text);
      expect(await looked(back)).toEqual(before);
    } finally {
      await back.close();
    }
  }, 120_000);

  it('goes on there: what is booked next is sealed after what came', async () => {
    await importInto(store, text);
    const there = new Desk(store, END);
    await there.done('loans.add_note', {
      loan_id: (await there.done('loans.list', { size: 1 })).data[0]?.loan_id as string,
      text: 'moved',
    });
    expect(await there.done('ledger.verify', {})).toMatchObject({ ok: true });
    // And what another program left to be sealed is sealed before it is exported.
    const other = await openPostgres(database.url);
    try {
      await there.done('policy.set', { key: 'default_days', value: '60', from: '2027-01-01' });
      expect((await exported(other)).split('\n').length).toBeGreaterThan(text.split('\n').length);
    } finally {
      await other.close();
    }
  }, 60_000);

  it('is refused whole, by the line, where the database does not take a fact', async () => {
    const lines = text.split('\n').slice(0, -1);
    const at = lines.findIndex((line) => line.startsWith('{"fact":"loan"'));
    const twice = lines.toSpliced(at, 0, lines[at] as string);
    const refusal = await importInto(store, `${twice.join('\n')}\n`).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ImportRefused);
    expect((refusal as ImportRefused).problem.detail).toContain(
      `line ${at + 2}: the ledger does not take it`,
    );
    const counts = await store.read((tx) => tx.moving.counts());
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  }, 60_000);
});
