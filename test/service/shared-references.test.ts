import { describe, expect, it } from 'vitest';
import { entry, message, statement } from '../ingest/statements/camt-messages.ts';
import { runningLoan } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { type BatchPlan, imported } from './payment-files.ts';

const DAY = '2026-04-10';
const DATES = `<BookgDt><Dt>${DAY}</Dt></BookgDt><ValDt><Dt>${DAY}</Dt></ValDt>`;

/** Three loans, and files of payments of 100.00 on them that a bank gave one reference. */
class Bulk {
  readonly #desk: Desk;
  readonly #loans: Readonly<Record<string, string>>;

  private constructor(desk: Desk, loans: Readonly<Record<string, string>>) {
    this.#desk = desk;
    this.#loans = loans;
  }

  static async on(desk: Desk): Promise<Bulk> {
    const loans: Record<string, string> = {};
    for (const letter of 'ABC') loans[letter] = (await runningLoan(desk, `M-${letter}`)).loanId;
    return new Bulk(desk, loans);
  }

  /** Imports rows by the letters of their loans, X for none; `.` stands for rows of 2,000 other references. */
  async import(rows: string): Promise<BatchPlan> {
    const entries = [...rows].flatMap((letter) =>
      letter === '.'
        ? Array.from({ length: 2_000 }, (_, at) => entryOf('nobody', `R${at}`))
        : [entryOf(this.#loans[letter] ?? 'nobody', 'BULK')],
    );
    return imported(this.#desk, message(statement(entries.join(''))));
  }

  /** What became of each row of one reference. */
  async outcomes(rows: string): Promise<string> {
    const plan = await this.import(rows);
    const told = plan.rows.filter(({ reference }) => reference === 'BULK');
    return told.map(({ outcome, code }) => SHORT[code ?? outcome] ?? `${code}`).join(' ');
  }

  async reverse({ rows }: BatchPlan, at: number): Promise<void> {
    const payment_id = rows[at]?.payment_id as string;
    await this.#desk.done('payments.reverse', { payment_id, reason: 'bounced' });
  }

  async match(held_id: string, letter: string): Promise<void> {
    const loan_id = this.#loans[letter] as string;
    await this.#desk.done('held_rows.match', { held_id, allocations: [{ loan_id }] });
  }

  async undo({ batch_id }: BatchPlan): Promise<void> {
    await this.#desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'wrong file' });
  }
}

const SHORT: Readonly<Record<string, string>> = {
  post: 'new',
  already_imported: 'known',
  no_match: 'held',
  equals_imported_row: 'equal',
  reversed_before: 'reversed',
};

function entryOf(text: string, reference: string): string {
  const details = `<TxDtls><Amt Ccy="EGP">100.00</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
  return entry({ dates: DATES, details }).replace('>ENTRY<', `>${reference}<`);
}

/** On a desk with three loans, whose ledger is whole afterwards. */
const onBulk = (work: (bulk: Bulk) => Promise<void>) =>
  onDesk(async (desk) => {
    await work(await Bulk.on(desk));
    expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
  });

describe('a reference of several payments', () => {
  it(
    'on another loan than the one before is held as often as it stands there, and known again',
    onBulk(async (bulk) => {
      await bulk.import('A');
      expect(await bulk.outcomes('CC')).toBe('equal equal');
      for (const [rows, known] of [
        ['ACC', 'known known known'],
        ['CC', 'known known'],
        ['CAC', 'known known known'],
      ] as const)
        expect(await bulk.outcomes(rows)).toBe(known);
    }),
  );

  it(
    'has its rows known however far apart they stand',
    onBulk(async (bulk) => {
      await bulk.import('AB');
      expect(await bulk.outcomes('CA.B')).toBe('new known known');
      expect(await bulk.import('B.AC')).toMatchObject({ new_rows: 0 });
    }),
  );

  it(
    'has rows of an undone file free, and no number twice',
    onBulk(async (bulk) => {
      const first = await bulk.import('A');
      await bulk.import('AB');
      await bulk.undo(first);
      expect(await bulk.outcomes('B')).toBe('known');
      expect(await bulk.outcomes('BA.C')).toBe('known new new');
      expect(await bulk.import('BA.C')).toMatchObject({ new_rows: 0 });
    }),
  );

  it(
    'has a row that names no loan beside those that do, in any order',
    onBulk(async (bulk) => {
      await bulk.import('A');
      expect(await bulk.outcomes('XA')).toBe('held known');
      expect(await bulk.outcomes('CXA')).toBe('new known known');
      expect(await bulk.outcomes('AXC')).toBe('known known known');
    }),
  );

  it(
    'has a row whose payment was reversed held, and the others as they were',
    onBulk(async (bulk) => {
      await bulk.reverse(await bulk.import('A'), 0);
      expect(await bulk.outcomes('BA')).toBe('new reversed');
      expect(await bulk.outcomes('B')).toBe('known');
      expect(await bulk.outcomes('AB')).toBe('known known');
    }),
  );

  it(
    'has a row known by what it became after that, though its first file was undone',
    onBulk(async (bulk) => {
      const first = await bulk.import('AB');
      await bulk.reverse(first, 0);
      expect(await bulk.outcomes('AB')).toBe('reversed known');
      await bulk.undo(first);
      expect(await bulk.outcomes('BA')).toBe('new known');
      expect(await bulk.outcomes('B')).toBe('known');
    }),
  );

  it(
    'has a row known that was held beside one since undone',
    onBulk(async (bulk) => {
      const first = await bulk.import('A');
      expect(await bulk.outcomes('C')).toBe('equal');
      await bulk.undo(first);
      expect(await bulk.outcomes('C')).toBe('known');
      expect(await bulk.outcomes('CB')).toBe('known new');
    }),
  );

  it(
    'counts what was put apart among the rows of its loan',
    onBulk(async (bulk) => {
      const first = await bulk.import('A');
      const apart = await bulk.import('C');
      expect(await bulk.outcomes('CCA')).toBe('known new known');
      expect(await bulk.outcomes('BCCA')).toBe('new known known known');
      await bulk.undo(first);
      expect(await bulk.outcomes('CC')).toBe('known known');
      await bulk.undo(apart);
      expect(await bulk.outcomes('CC')).toBe('new known');
      expect(await bulk.outcomes('CCB')).toBe('known known known');
    }),
  );

  it(
    'has a row of an undone file new, and not what is left of another',
    onBulk(async (bulk) => {
      const first = await bulk.import('A');
      await bulk.import('XA');
      await bulk.undo(first);
      expect(await bulk.outcomes('A')).toBe('new');
      expect(await bulk.outcomes('AX')).toBe('known known');
      const other = await bulk.import('CAX');
      await bulk.undo(other);
      expect(await bulk.outcomes('C')).toBe('new');
    }),
  );

  it(
    'has a held row known for the loan it was matched to',
    onBulk(async (bulk) => {
      const { rows } = await bulk.import('X');
      await bulk.match(rows[0]?.held_id as string, 'A');
      expect(await bulk.outcomes('CA')).toBe('new known');
      expect(await bulk.outcomes('ACX')).toBe('known known held');
    }),
  );

  it(
    'has a held row of an undone file once, and known when it was matched since',
    onBulk(async (bulk) => {
      await bulk.undo(await bulk.import('X'));
      const { rows } = await bulk.import('X');
      await bulk.match(rows[0]?.held_id as string, 'A');
      for (const again of ['X', 'X']) expect(await bulk.outcomes(again)).toBe('known');
    }),
  );

  it(
    'has rows put apart for several loans put apart again, each once',
    onBulk(async (bulk) => {
      await bulk.import('A');
      const apart = await bulk.import('CB');
      await bulk.undo(apart);
      expect(await bulk.outcomes('CB')).toBe('equal equal');
      for (const again of ['CB', 'BC']) expect(await bulk.outcomes(again)).toBe('known known');
      expect(await bulk.outcomes('ACB')).toBe('known known known');
    }),
  );

  it(
    'has a row put apart known under its number, whatever was put apart and undone before',
    onBulk(async (bulk) => {
      await bulk.import('A');
      for (const rows of ['AC', 'CC']) await bulk.undo(await bulk.import(rows));
      expect(await bulk.outcomes('CC')).toBe('equal new');
      expect(await bulk.outcomes('CC')).toBe('known known');
    }),
  );

  it(
    'has a row held while one is left that somebody matched to its loan, or that named none',
    onBulk(async (bulk) => {
      await bulk.undo(await bulk.import('A'));
      const { rows } = await bulk.import('X');
      await bulk.match(rows[0]?.held_id as string, 'A');
      expect(await bulk.outcomes('A')).toBe('equal');
      expect(await bulk.outcomes('A')).toBe('known');
    }),
  );

  it(
    'has a row held while one is left, where rows named no loan',
    onBulk(async (bulk) => {
      await bulk.import('AC');
      expect(await bulk.outcomes('XCX')).toBe('known known held');
      expect(await bulk.outcomes('XCC')).toBe('known known equal');
      expect(await bulk.outcomes('XCC')).toBe('known known known');
    }),
  );
});
