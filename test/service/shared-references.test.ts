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

  /** The letters of the loans, once for each payment that stands. */
  async paid(): Promise<string> {
    let paid = '';
    for (const [letter, loan_id] of Object.entries(this.#loans)) {
      const payments = await this.#desk.done('loans.payments', { loan_id });
      paid += letter.repeat(payments.filter(({ status }) => status === 'posted').length);
    }
    return paid;
  }

  async undo({ batch_id }: BatchPlan): Promise<void> {
    await this.#desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'wrong file' });
  }
}

const SHORT: Readonly<Record<string, string>> = {
  post: 'new',
  already_imported: 'known',
  no_match: 'held',
  may_be_known: 'unsure',
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
      expect(await bulk.outcomes('CC')).toBe('unsure unsure');
      expect(await bulk.outcomes('CC')).toBe('known known');
      expect(await bulk.paid()).toBe('A');
    }),
  );

  it(
    'has its rows known however far apart they stand',
    onBulk(async (bulk) => {
      await bulk.import('AB');
      expect(await bulk.outcomes('CA.B')).toBe('new known known');
      expect(await bulk.import('B.AC')).toMatchObject({ new_rows: 0 });
      expect(await bulk.paid()).toBe('ABC');
    }),
  );

  it(
    'has rows of an undone file free',
    onBulk(async (bulk) => {
      const first = await bulk.import('AB');
      await bulk.import('ABC');
      await bulk.undo(first);
      expect(await bulk.paid()).toBe('C');
      expect(await bulk.outcomes('ABC')).toBe('new new known');
      expect(await bulk.import('CBA')).toMatchObject({ new_rows: 0 });
      expect(await bulk.paid()).toBe('ABC');
    }),
  );

  it(
    'has a row that names no loan beside those that do, in any order',
    onBulk(async (bulk) => {
      await bulk.import('AX');
      expect(await bulk.outcomes('XA')).toBe('known known');
      expect(await bulk.outcomes('CXA')).toBe('new known known');
      expect(await bulk.outcomes('AXC')).toBe('known known known');
      expect(await bulk.paid()).toBe('AC');
    }),
  );

  it(
    'has a row whose payment was reversed held once, and the others as they were',
    onBulk(async (bulk) => {
      await bulk.reverse(await bulk.import('AB'), 0);
      expect(await bulk.outcomes('BAC')).toBe('known reversed new');
      expect(await bulk.outcomes('CAB')).toBe('known known known');
      expect(await bulk.paid()).toBe('BC');
    }),
  );

  it(
    'has a row known by what it became after that, though its first file was undone',
    onBulk(async (bulk) => {
      const first = await bulk.import('AB');
      await bulk.reverse(first, 0);
      expect(await bulk.outcomes('BA')).toBe('known reversed');
      await bulk.undo(first);
      expect(await bulk.outcomes('AB')).toBe('known new');
      expect(await bulk.outcomes('BA')).toBe('known known');
      expect(await bulk.paid()).toBe('B');
    }),
  );

  it(
    'has a row known that was held beside one since undone, and held anew after its own was',
    onBulk(async (bulk) => {
      const first = await bulk.import('A');
      const unsure = await bulk.import('C');
      await bulk.undo(first);
      expect(await bulk.outcomes('C')).toBe('known');
      await bulk.undo(unsure);
      expect(await bulk.outcomes('C')).toBe('new');
      expect(await bulk.outcomes('A')).toBe('unsure');
      expect(await bulk.paid()).toBe('C');
    }),
  );

  it(
    'has a held row known for the loan it was matched to',
    onBulk(async (bulk) => {
      const { rows } = await bulk.import('X');
      await bulk.match(rows[0]?.held_id as string, 'A');
      for (const again of ['X', 'X']) expect(await bulk.outcomes(again)).toBe('known');
      expect(await bulk.paid()).toBe('A');
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
    'is none beside another payer: a file where it is one of a kind has its rows looked at, once',
    onBulk(async (bulk) => {
      await bulk.import('AB');
      expect(await bulk.outcomes('A')).toBe('unsure');
      expect(await bulk.outcomes('A')).toBe('known');
      expect(await bulk.outcomes('AB')).toBe('known known');
      expect(await bulk.paid()).toBe('AB');
    }),
  );
});
