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

describe('refunds of an Amazon report', () => {
  const HEADINGS =
    'settlement-id\tcurrency\ttransaction-type\torder-id\tmarketplace-name\tposted-date\tprice-type\tprice-amount';
  const report = (...rows: readonly string[]) => `${[HEADINGS, '1\tEGP\t\t\t\t\t\t', ...rows].join('\n')}\n`;
  const row = (type: string, id: string, at: string, amount: string) =>
    `1\t\t${type}\t${id}\tAmazon.eg\t${at}\tPrincipal\t${amount}`;
  const MARCH = report(
    row('Order', '7-1', '2026-03-02T10:00:00+00:00', '35.00'),
    row('Order', '7-2', '2026-03-03T10:00:00+00:00', '60.00'),
  );
  const APRIL = report(
    row('Order', '7-3', '2026-04-01T10:00:00+00:00', '9.00'),
    row('Refund', '7-1', '2026-04-02T10:00:00+00:00', '-20.00'),
    row('Refund', '7-2', '2026-04-03T10:00:00+00:00', '-60.00'),
    row('Refund', '6-9', '2026-04-04T10:00:00+00:00', '-5.00'),
  );
  const MAY = report(row('Refund', '7-1', '2026-05-02T10:00:00+00:00', '-15.00'));
  const statuses = async () =>
    Object.fromEntries((await storedOrders()).map(({ id, financial_status: status }) => [id, status]));
  const write = async () => {
    const shop = await desk.writeFile('shop.jsonl', lines(MERCHANT, STORE));
    const march = await desk.writeFile('march.txt', MARCH);
    const april = await desk.writeFile('april.txt', APRIL);
    const may = await desk.writeFile('may.txt', MAY);
    return { shop, march, april, may };
  };
  const STORE_SAID = ['--store', 'nile/web'];

  it.each([
    ['march.txt', 'april.txt'],
    ['april.txt', 'march.txt'],
  ])('count against orders of another file, %s before %s, also in a rehearsal', async (...names) => {
    const { shop, march } = await write();
    await run('import', shop);
    const files = names.map((name) => join(dirname(march), name));
    const expected = { ...counts(3, 2, 0, 1), by_kind: { order: counts(3, 2, 0, 1) } };
    const rehearsed = await run('import', ...files, ...STORE_SAID, '--dry-run');
    expect(rehearsed).toMatchObject({ answer: expected, exitCode: 8 });
    const { answer, said, exitCode } = await run('import', ...files, ...STORE_SAID);
    expect(answer).toMatchObject(expected);
    expect(exitCode).toBe(8);
    expect(said).toContain('april.txt line 6: id "6-9": a refund of an order that is neither in the ledger');
    expect(existsSync(join(dirname(march), 'april.rejects.csv'))).toBe(true);
    expect(await statuses()).toEqual({ '7-1': 'partially_refunded', '7-2': 'refunded', '7-3': 'paid' });
    expect((await run('import', ...files, ...STORE_SAID)).answer).toMatchObject({
      by_kind: { order: counts(0, 0, 5, 1) },
    });
  });

  it('count against orders of the ledger, and add up over the files of a command', async () => {
    const { shop, march, april, may } = await write();
    await run('import', shop, march, ...STORE_SAID);
    expect((await run('import', april, may, may, ...STORE_SAID)).answer).toMatchObject({
      by_kind: { order: { new: 1, refused: 1 } },
    });
    expect(await statuses()).toEqual({ '7-1': 'refunded', '7-2': 'refunded', '7-3': 'paid' });
    await run('import', march, ...STORE_SAID);
    expect(await statuses()).toMatchObject({ '7-1': 'refunded', '7-2': 'refunded' });
  });

  it('write nothing with --strict while one has no order anywhere', async () => {
    const { shop, march, april, may } = await write();
    expect(await run('import', shop, april, march, ...STORE_SAID, '--strict')).toMatchObject({ exitCode: 3 });
    expect(await run('import', shop, may, march, ...STORE_SAID, '--strict')).toMatchObject({
      exitCode: 0,
      answer: counts(4, 1, 0, 0),
    });
    expect(await statuses()).toEqual({ '7-1': 'partially_refunded', '7-2': 'paid' });
  });
});
