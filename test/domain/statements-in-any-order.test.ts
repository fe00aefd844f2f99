import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { textOfUnits, unitsOf } from '../../src/domain/decimal-units.ts';
import { rowsOfOneContent } from '../../src/domain/rows-of-one-content.ts';
import { type StatementMovements, statementOverlap } from '../../src/domain/statement-overlap.ts';

/** What an account moved, row by row: rows of one amount say the same. */
type History = readonly string[];

/** Statements cut out of a history, imported one after the other. */
class Imports {
  readonly #history: History;
  readonly #spans = new Map<string, StatementMovements>();
  readonly kept: { batchId: string; occurrence: number; amount: string; isPosted: boolean }[] = [];
  readonly #told = new Set<number>();

  constructor(history: History) {
    this.#history = history;
  }

  take(from: number, to: number): void {
    const rows = this.#history.slice(from, to);
    const span = this.#span(from, rows);
    const balances = () => {
      let balance = unitsOf(span.opening);
      return new Set([balance, ...rows.map((amount) => (balance += unitsOf(amount)))]);
    };
    const batchId = `B${this.#spans.size}`;
    for (const amount of new Set(rows)) {
      const places = rowsOfOneContent(
        rows.filter((one) => one === amount).map((_, at) => ({ occurrence: at + 1, statement: 1 })),
        { standing: this.kept.filter((one) => one.amount === amount), undone: [] },
        (_row, before) =>
          statementOverlap({ ...span, balances }, this.#spans.get(before) as StatementMovements),
      );
      for (const place of places) {
        if (place.is === 'known') continue;
        this.kept.push({ batchId, occurrence: place.occurrence, amount, isPosted: place.is === 'new' });
      }
    }
    this.#spans.set(batchId, span);
    for (let at = from; at < to; at++) this.#told.add(at);
  }

  /** How many rows of an amount were told so far. */
  told(amount: string): number {
    return [...this.#told].filter((at) => this.#history[at] === amount).length;
  }

  #span(from: number, rows: readonly string[]): StatementMovements {
    const sum = (some: readonly string[]) => some.reduce((all, amount) => all + unitsOf(amount), 0n);
    const opening = unitsOf('1000.00') + sum(this.#history.slice(0, from));
    const debits = rows.filter((amount) => amount.startsWith('-'));
    const credits = rows.filter((amount) => !amount.startsWith('-'));
    return {
      opening: textOfUnits(opening),
      closing: textOfUnits(opening + sum(rows)),
      firstDate: '2026-04-10' as CalendarDate,
      lastDate: '2026-04-10' as CalendarDate,
      creditCount: credits.length,
      creditSum: textOfUnits(sum(credits)),
      debitCount: debits.length,
      debitSum: textOfUnits(-sum(debits)),
    };
  }
}

const AMOUNTS = ['100.00', '-37.00', '53.10'];
const histories = fc.array(fc.constantFrom(...AMOUNTS), { minLength: 2, maxLength: 8 });

describe('statements of one day, in whatever order they come', () => {
  it('post no row twice, however they overlap', () => {
    const cuts = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(histories, cuts, (history, some) => {
        const imports = new Imports(history);
        for (const [one, other] of some) {
          const from = Math.min(one, other, history.length - 1);
          imports.take(from, Math.max(from + 1, Math.min(history.length, Math.max(one, other))));
          for (const amount of AMOUNTS) {
            const posted = imports.kept.filter((row) => row.isPosted && row.amount === amount);
            expect(posted.length).toBeLessThanOrEqual(imports.told(amount));
          }
        }
      }),
    );
  });

  it('keep each row once when each goes on from another, and a file of the whole day knows them all', () => {
    const parts = fc.tuple(
      fc.array(fc.constantFrom('100.00', '53.10'), { minLength: 2, maxLength: 8 }),
      fc.nat(),
    );
    fc.assert(
      fc.property(parts, ([history, order]) => {
        const imports = new Imports(history);
        const half = 1 + (order % (history.length - 1));
        const halves = [
          [0, half],
          [half, history.length],
        ] as const;
        for (const [from, to] of order % 3 === 0 ? halves : halves.toReversed()) imports.take(from, to);
        expect(imports.kept).toHaveLength(history.length);
        imports.take(0, history.length);
        expect(imports.kept).toHaveLength(history.length);
      }),
    );
  });

  it('post each row at once while they grow', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const imports = new Imports(history);
        for (let to = 1; to <= history.length; to++) imports.take(0, to);
        expect(imports.kept).toHaveLength(history.length);
        expect(imports.kept.every(({ isPosted }) => isPosted)).toBe(true);
      }),
    );
  });
});
