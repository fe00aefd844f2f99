import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportRefused } from '../../src/service/moving/import-ledger.ts';
import type { Store } from '../../src/store/port.ts';
import { LONG_TEST_MS } from '../store/empty-ledger.ts';
import { openLedger } from '../store/temporary-ledger.ts';
import { Desk, openDesk } from './desk.ts';
import { fillDesk } from './moved-desk.ts';
import { exported, importInto, looked } from './moved-ledger.ts';

const LOANS = 200;
/** Enough for every state of a loan and every kind of fact. */
const FEW_LOANS = 20;
const END = '2026-07-01';

/** Why a file is refused by an empty ledger, which has nothing in it afterwards. */
async function refusedOf(text: string): Promise<string> {
  const ledger = await openLedger(':memory:');
  try {
    const refusal = await importInto(ledger, text).catch((error: unknown) => error);
    if (!(refusal instanceof ImportRefused)) throw refusal ?? new Error('it was not refused');
    const counts = await ledger.read((tx) => tx.moving.counts());
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
    return `${refusal.problem.code}: ${refusal.problem.detail}`;
  } finally {
    await ledger.close();
  }
}

describe('a ledger that moves', () => {
  let desk: Desk;
  let text: string;
  let lines: readonly string[];
  beforeAll(async () => {
    desk = await openDesk();
    await fillDesk(desk, FEW_LOANS);
    text = await exported(desk.store);
    lines = text.split('\n').slice(0, -1);
  }, LONG_TEST_MS);
  afterAll(() => desk.close());

  const lineOf = (fact: string): number => {
    const at = lines.findIndex((line) => line.startsWith(`{"fact":"${fact}"`));
    if (at === -1) throw new Error(`there is no ${fact}`);
    return at;
  };
  const withLine = (at: number, line: string): string => `${lines.toSpliced(at, 1, line).join('\n')}\n`;

  it('has at least one of every kind of fact', () => {
    const { counts } = JSON.parse(lines[0] as string) as { counts: Record<string, number> };
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    expect(counts.loan).toBeGreaterThanOrEqual(FEW_LOANS);
    expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ end: true, counts });
  });

  it('of an earlier program keeps the rules it was posted by', async () => {
    const earlier = lines.map((line) => line);
    const { earlier_rules_through: _through, ...header } = JSON.parse(earlier[0] as string);
    earlier[0] = JSON.stringify({ ...header, version: 1 });
    const end = JSON.parse(earlier.at(-1) as string);
    const body = earlier
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join('');
    const sha256 = createHash('sha256').update(body).digest('hex');
    const ledger = await openLedger(':memory:');
    try {
      await importInto(ledger, `${body}${JSON.stringify({ ...end, sha256 })}\n`);
      const through = await ledger.read((tx) => tx.policy.earlierRulesThrough());
      const dates = lines.flatMap((line) => {
        const { fact, payment_date, written_off_on } = JSON.parse(line);
        return fact === 'payment' ? [payment_date] : fact === 'write_off' ? [written_off_on] : [];
      });
      expect(through).toBe(dates.toSorted().at(-1));
      expect(JSON.parse((await exported(ledger)).split('\n')[0] as string)).toMatchObject({
        version: 2,
        earlier_rules_through: through,
      });
    } finally {
      await ledger.close();
    }
  });

  it('is refused by a ledger that has anything in it', async () => {
    const other = await openDesk();
    try {
      await expect(importInto(other.store, text)).rejects.toMatchObject({
        problem: { code: 'ledger_exists' },
      });
    } finally {
      await other.close();
    }
  });

  it('is not exported where an entry lost its seal', async () => {
    const ledger = await openLedger(':memory:');
    try {
      await importInto(ledger, text);
      const damaged: Store = {
        ...ledger,
        read: (query) =>
          ledger.read((tx) =>
            query({ ...tx, moving: { ...tx.moving, counts: async () => ({ entry: 1 }) } } as typeof tx),
          ),
      };
      await expect(exported(damaged)).rejects.toThrow('can be exported');
    } finally {
      await ledger.close();
    }
  });

  it.each<[string, string, (line: string) => string, RegExp]>([
    ['what is no JSON', 'payment', (line) => line.slice(0, -2), /line N: it is not a JSON object/],
    ['a list', 'payment', () => '[1]', /line N: it is not a JSON object/],
    ['an empty line', 'payment', () => '', /line N: it is not a JSON object/],
    [
      'a kind nobody knows',
      'loan',
      (line) => line.replace('"loan"', '"lend"'),
      /line N: .*kind nobody knows \("lend"\)/,
    ],
    [
      'a missing field',
      'loan',
      (line) => line.replace('"currency":"EGP",', ''),
      /line N: its currency is missing/,
    ],
    [
      'a field too many',
      'loan',
      (line) => line.replace('}', ',"x":1}'),
      /line N: it is not written as an export/,
    ],
    ['a field twice', 'loan', (line) => line.replace('}', ',"term_months":1}'), /line N: it is not written/],
    ['blanks', 'loan', (line) => line.replace(':', ': '), /line N: it is not written as an export/],
    ['another order', 'note', swapped, /line N: it is not written as an export/],
    ['a text for an amount', 'payment', quoted, /line N: its amount_piastres is not a whole number/],
    [
      'a broken amount',
      'payment',
      (line) => line.replace(/("amount_piastres":\d+)/, '$1.5'),
      /line N: .*whole number/,
    ],
    [
      'an amount beyond a number',
      'payment',
      (line) => line.replace(/("amount_piastres":\d+)/, '$1e300'),
      /whole/,
    ],
    [
      'null where there is none',
      'loan',
      (line) => line.replace('"EGP"', 'null'),
      /line N: its currency is null/,
    ],
    [
      'a number for a text',
      'loan',
      (line) => line.replace('"EGP"', '7'),
      /line N: its currency is not a text/,
    ],
    [
      'a hash that is none',
      'entry',
      (line) => line.replace(/"hash":"../, '"hash":"ZZ'),
      /its hash is not hexa/,
    ],
    [
      'no postings',
      'entry',
      (line) => line.replace(/"postings":.*\]/, '"postings":[]'),
      /its postings are not/,
    ],
    [
      'an unknown account',
      'entry',
      (line) => line.replace('loan principal', 'petty cash'),
      /line N: .*no such account: petty cash/,
    ],
    [
      'another split',
      'payment',
      (line) => line.replace(/"amount_piastres":\d/, '"amount_piastres":7'),
      /line N: .*CHECK/,
    ],
    ['another name', 'loan', (line) => line.replace('Nile', 'Nili'), /its digest is another one/],
    [
      'a newer format',
      '',
      (line) => line.replace('"version":2', '"version":3'),
      /event_file_newer: .* version 3/,
    ],
    ['no version', '', (line) => line.replace('"version":2', '"version":"2"'), /event_file_newer/],
    ['another file', '', () => '{"name":"x"}', /is not the export of a ledger/],
    ['a count that is none', '', (line) => line.replace('"policy":', '"policy":-'), /line 1: its counts/],
  ])('refuses %s', async (_what, fact, change, message) => {
    const at = fact === '' ? 0 : lineOf(fact === 'note' ? 'loan_note' : fact);
    const changed = change(lines[at] as string);
    expect(changed).not.toBe(lines[at]);
    const expected = new RegExp(message.source.replace('N', String(at + 1)));
    expect(await refusedOf(withLine(at, changed))).toMatch(expected);
  });

  it('refuses what is cut off, what goes on after the end, and what stands too late', async () => {
    expect(await refusedOf('')).toContain('is empty');
    expect(await refusedOf(`${lines.slice(0, 50).join('\n')}\n`)).toContain('cut off after line 50');
    expect(await refusedOf(`${text}{"fact":"loan"}\n`)).toContain('after the last line');
    const loan = lineOf('loan');
    const late = lines.toSpliced(loan, 1).toSpliced(lineOf('payment') + 1, 0, lines[loan] as string);
    expect(await refusedOf(`${late.join('\n')}\n`)).toMatch(/it stands after what refers to it \(loan\)/);
  });

  it('refuses what the ledger does not take, by its line', async () => {
    const at = lineOf('payment');
    const twice = lines.toSpliced(at, 0, lines[at] as string);
    expect(await refusedOf(`${twice.join('\n')}\n`)).toContain(`line ${at + 2}: the ledger does not take it`);
  });

  it('refuses another history even when it is told with its digest', async () => {
    const { createHash } = await import('node:crypto');
    const at = lineOf('decision');
    const changed = lines
      .toSpliced(at, 1, (lines[at] as string).replace('officer-7', 'officer-8'))
      .slice(0, -1);
    const end = JSON.parse(lines.at(-1) as string) as object;
    const sha256 = createHash('sha256')
      .update(`${changed.join('\n')}\n`)
      .digest('hex');
    const forged = `${[...changed, JSON.stringify({ ...end, sha256 })].join('\n')}\n`;
    expect(await refusedOf(forged)).toMatch(/does not verify: fact, decision .*: it was changed after/);
    const lessOwed = JSON.stringify({ ...end, balances: { books: 1, outstanding: '1.00', sha256: 'x' } });
    expect(await refusedOf(withLine(lines.length - 1, lessOwed))).toMatch(
      /owe .* EGP where 1\.00 were exported/,
    );
    const elsewhere = JSON.stringify({ ...end, anchor: { sequence: 1, hash: 'ff' } });
    expect(await refusedOf(withLine(lines.length - 1, elsewhere))).toMatch(/chain ends at .* where 1:ff was/);
  });
});

function swapped(line: string): string {
  const { fact, loan_id, number, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify({ fact, number, loan_id, ...rest });
}

function quoted(line: string): string {
  return line.replace(/"amount_piastres":(\d+)/, '"amount_piastres":"$1"');
}

describe('a book of two hundred loans', () => {
  it(
    'is the same ledger elsewhere: file, statements, reports, anchor',
    async () => {
      const desk = await openDesk();
      const ledger = await openLedger(':memory:');
      const other = new Desk(ledger, END);
      try {
        await fillDesk(desk, LOANS);
        const text = await exported(desk.store);
        const book = await importInto(ledger, text);
        expect(book.anchor).toEqual((await desk.done('ledger.info', {})).anchor);
        expect(await exported(ledger)).toBe(text);
        desk.today = END;
        const before = await looked(desk);
        expect(await looked(other)).toEqual(before);
        expect(before).toMatchObject({ verified: { ok: true } });
        // And it goes on: what is done next is the same in both.
        const next = [];
        for (const one of [desk, other]) {
          const { loan_id } = (await one.done('loans.list', { size: 1 })).data[0] ?? {};
          next.push(await one.done('loans.add_note', { loan_id: loan_id as string, text: 'moved' }));
        }
        expect(next[1]).toEqual(next[0]);
        expect(await other.done('ledger.verify', {})).toMatchObject({ ok: true });
      } finally {
        await other.close();
        await desk.close();
      }
    },
    LONG_TEST_MS,
  );
});
