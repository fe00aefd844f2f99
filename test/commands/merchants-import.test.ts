import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../src/compose.ts';
import type { ThrowAwayDesk } from '../../src/shell/command-definition.ts';
import { openThrowAwayDesk } from '../../src/shell/throw-away-desk.ts';

const MERCHANT = { kind: 'merchant', external_id: 'nile', name: 'أحمد 東京' };
const STORE = { kind: 'store', merchant: 'nile', id: 'web', type: 'PLATFORM_A', name: 'Web' };

function order(id: string, more: object = {}) {
  return {
    kind: 'order',
    merchant: 'nile',
    store_id: 'web',
    id,
    created_at: '2026-03-01T12:00:00+02:00',
    currency: 'EGP',
    total_price: '10.00',
    financial_status: 'paid',
    ...more,
  };
}

const lines = (...records: readonly unknown[]) =>
  records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');

const exported = (...orders: readonly object[]) =>
  JSON.stringify({
    orders: orders.map((one) => ({ created_at: '2026-03-01T12:00:00Z', currency: 'EGP', ...one })),
  });

let home: string;
let desk: ThrowAwayDesk;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'loandesk-import-'));
  desk = await openThrowAwayDesk(
    home,
    compose({
      osUser: () => 'mona',
      host: () => 'desk',
      standardInput: () => Readable.from([Buffer.from(lines(MERCHANT))]),
      workingFolder: home,
      temporaryFolder: () => home,
      writeError: () => {},
      onStopSignal: () => {},
      onExit: () => {},
      exit: () => {
        throw new Error('nothing is to end here');
      },
      remote: () => {
        throw new Error('no server in these tests');
      },
    }),
    null,
  );
});

afterEach(() => rm(home, { recursive: true, force: true }));

async function run(...line: readonly string[]) {
  const { out, said, exitCode } = await desk.run(['merchants', ...line, '--json']);
  return { answer: out === '' ? null : JSON.parse(out), said, exitCode };
}

const counts = (fresh: number, updated: number, unchanged: number, refused: number) => ({
  new: fresh,
  updated,
  unchanged,
  refused,
});

async function storedOrders(): Promise<Record<string, unknown>[]> {
  return (await run('orders', 'nile')).answer.orders;
}

describe('merchants import', () => {
  it('the same file twice: all unchanged; overlapping files: their union', async () => {
    const one = await desk.writeFile('one.jsonl', lines(MERCHANT, STORE, order('1'), order('2')));
    const two = await desk.writeFile('two.jsonl', lines(order('2'), order('3')));
    expect((await run('import', one)).answer).toEqual({
      ...counts(4, 0, 0, 0),
      by_kind: { merchant: counts(1, 0, 0, 0), store: counts(1, 0, 0, 0), order: counts(2, 0, 0, 0) },
    });
    expect((await run('import', one)).answer).toMatchObject(counts(0, 0, 4, 0));
    expect((await run('import', two)).answer).toMatchObject({ by_kind: { order: counts(1, 0, 1, 0) } });
    expect((await storedOrders()).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('one bad record in the middle: the others in, that one beside the input, exit 8', async () => {
    const file = await desk.writeFile(
      'shop.jsonl',
      lines(MERCHANT, STORE, order('1'), order('2', { total_price: 'abc' }), '{broken', order('3')),
    );
    const { answer, said, exitCode } = await run('import', file);
    expect(exitCode).toBe(8);
    expect(answer).toEqual({
      ...counts(4, 0, 0, 2),
      by_kind: {
        merchant: counts(1, 0, 0, 0),
        store: counts(1, 0, 0, 0),
        order: counts(2, 0, 0, 1),
        unknown: counts(0, 0, 0, 1),
      },
    });
    expect(said).toContain('line 4: total_price "abc"');
    const rejects = join(dirname(file), 'shop.rejects.csv');
    expect(await readFile(rejects, 'utf8')).toBe(
      'line,field,value,reason\r\n4,total_price,abc,abc is not an amount\r\n5,,{broken,the line is not JSON\r\n',
    );
    await run('import', file, '--results', join(home, 'results'));
    expect(existsSync(join(home, 'results', 'shop.rejects.csv'))).toBe(true);
  });

  it('--strict: nothing is written when any record of any file is refused, exit 3', async () => {
    const good = await desk.writeFile('good.jsonl', lines(MERCHANT, STORE, order('1')));
    const bad = await desk.writeFile('bad.jsonl', lines(order('2'), order('3', { currency: 'pounds' })));
    const held = await run('import', good, bad, '--strict');
    expect(held.exitCode).toBe(3);
    expect(held.answer).toMatchObject({ ...counts(0, 0, 0, 1), by_kind: { order: counts(0, 0, 0, 1) } });
    expect(held.said).toContain('Nothing was imported');
    expect(existsSync(join(dirname(bad), 'bad.rejects.csv'))).toBe(true);
    expect((await run('ls')).answer.total_count).toBe(0);

    await desk.writeFile('bad.jsonl', lines(order('2'), order('3')));
    const taken = await run('import', good, bad, '--strict');
    expect(taken).toMatchObject({ exitCode: 0, answer: counts(5, 0, 0, 0) });
    expect(await storedOrders()).toHaveLength(3);
  });

  it('--strict does not read standard input, which it would need twice', async () => {
    const { said, exitCode } = await run('import', '-', '--strict');
    expect(exitCode).toBe(2);
    expect(said).toContain('standard input can be read only once');
  });

  it('a dry run knows the merchants and stores of files before, and writes nothing', async () => {
    const parents = await desk.writeFile('parents.jsonl', lines(MERCHANT, STORE));
    const orders = await desk.writeFile('orders.jsonl', lines(order('1'), order('2', { merchant: 'other' })));
    const shop = await desk.writeFile('shop.json', exported({ id: 7, total_price: '5.00' }));
    const dry = ['import', parents, orders, shop, '--store', 'web', '--dry-run'];
    expect((await run(...dry)).exitCode).toBe(5);
    const { answer, exitCode } = await run(...dry, '--if-exists');
    expect(exitCode).toBe(8);
    expect(answer).toMatchObject({ ...counts(4, 0, 0, 1), dry_run: true });
    expect(existsSync(join(dirname(orders), 'orders.rejects.csv'))).toBe(false);
    expect((await run('ls', '--if-exists')).answer.total_count).toBe(0);
  });

  it('reads standard input', async () => {
    expect((await run('import', '-')).answer).toMatchObject(counts(1, 0, 0, 0));
  });
});

describe('merchants import of an export', () => {
  const file = () =>
    desk.writeFile('export.json', exported({ id: 7, total_price: '5.00', financial_status: 'paid' }));

  it('puts the orders into the store it is told, by the type of which they are called', async () => {
    await run('import', await desk.writeFile('shop.jsonl', lines(MERCHANT, STORE)));
    expect(await run('import', await file(), '--store', 'web')).toMatchObject({
      exitCode: 0,
      answer: { by_kind: { order: counts(1, 0, 0, 0) } },
    });
    expect(await storedOrders()).toMatchObject([
      { id: '7', store_id: 'web', integration: 'platform_a', confirmed: true, total_price: '5.00' },
    ]);
  });

  it('stops when it is not told whose orders they are, or of a store nobody has', async () => {
    await run('import', await desk.writeFile('shop.jsonl', lines(MERCHANT, STORE)));
    const untold = await run('import', await file());
    expect(untold).toMatchObject({ exitCode: 2, answer: null });
    expect(untold.said).toContain('--store STORE');
    const unknown = await run('import', await file(), '--store', 'wbe');
    expect(unknown).toMatchObject({ exitCode: 5, answer: null });
    expect(unknown.said).toContain('no merchant has a store');
  });

  it('asks for the merchant when several have that store', async () => {
    const other = { ...MERCHANT, external_id: 'delta' };
    const records = lines(MERCHANT, STORE, other, { ...STORE, merchant: 'delta' });
    await run('import', await desk.writeFile('shop.jsonl', records));
    const unclear = await run('import', await file(), '--store', 'web');
    expect(unclear).toMatchObject({ exitCode: 2, answer: null });
    expect(unclear.said).toContain('--store nile/web');
    expect(await run('import', await file(), '--store', 'delta/web')).toMatchObject({ exitCode: 0 });
    expect((await run('orders', 'delta')).answer.orders).toHaveLength(1);
    expect(await storedOrders()).toEqual([]);
  });

  it('keeps the newer of two states of an order, whichever file comes last', async () => {
    await run('import', await desk.writeFile('shop.jsonl', lines(MERCHANT, STORE)));
    const state = (day: number, status: string) =>
      desk.writeFile(
        `day-${day}.json`,
        exported({
          id: 7,
          total_price: '5.00',
          updated_at: `2026-03-0${day}T00:00:00Z`,
          financial_status: status,
        }),
      );
    const [first, second] = [await state(2, 'paid'), await state(3, 'refunded')];
    expect((await run('import', second, '--store', 'web')).answer).toMatchObject(counts(1, 0, 0, 0));
    expect((await run('import', first, '--store', 'web')).answer).toMatchObject(counts(0, 0, 1, 0));
    expect(await storedOrders()).toMatchObject([{ financial_status: 'refunded' }]);
  });

  it('refuses an order that the service cannot take, under the kind it is of', async () => {
    await run('import', await desk.writeFile('shop.jsonl', lines(MERCHANT, STORE)));
    const mixed = await desk.writeFile(
      'export.json',
      exported({ id: 7, total_price: '5.00' }, { id: 8, total_price: '5.005' }, { note: 'no order' }),
    );
    const { answer, exitCode } = await run('import', mixed, '--store', 'web');
    expect(exitCode).toBe(8);
    expect(answer).toEqual({ ...counts(1, 0, 0, 2), by_kind: { order: counts(1, 0, 0, 2) } });
  });
});
