import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOfUnits, unitsOf } from '../../src/domain/decimal-units.ts';
import {
  type Candidate,
  type RecognisedRow,
  type Recognition,
  type RowBefore,
  recogniseRows,
  type StatementsStanding,
} from '../../src/domain/row-recognition.ts';

interface Before extends RowBefore {
  readonly name: string;
}

const ROW: RecognisedRow = {
  direction: 'credit',
  currency: 'EGP',
  amount: '500.00',
  content: 'from Mona',
  reference: null,
  endToEndId: null,
  balance: null,
  derivedBalance: null,
  loanId: null,
};

/** A row as a file tells it: what it says beside is its reference where it has one, as in the key of a row. */
function row(given: Partial<RecognisedRow> = {}): RecognisedRow {
  const content = given.reference ? `reference ${given.reference}` : ROW.content;
  return { ...ROW, content, ...given };
}

/** A row of those imported before. */
function told(given: Partial<Before> = {}): Omit<Before, 'name'> {
  const { counts = 'row', toldAlso, ...own } = given;
  return { ...row(own), counts, ...(toldAlso === undefined ? {} : { toldAlso }) };
}

interface Told {
  readonly before: readonly Omit<Before, 'name'>[];
  readonly rows: readonly RecognisedRow[];
  readonly standing?: StatementsStanding;
  readonly order?: 'oldest_first' | 'newest_first';
}

function recognised({ before, rows, standing = 'together', order }: Told): readonly Recognition<Before>[] {
  const named = before.map((one, at) => ({ ...one, name: String(at + 1) }));
  return recogniseRows(rows, named, { nameOf: () => '', standing: () => standing }, order);
}

/** What each row of the file is: the number of the one before, `new`, or with `?` the numbers of those it may be. */
function said(told: Told): string {
  return recognised(told)
    .map((one) => {
      if (one.is === 'new') return 'new';
      if (one.is === 'known') return one.before.name;
      return `?${one.candidates.map(({ before }) => before.name).join('/')}`;
    })
    .join(' ');
}

/** What one row is to one before. */
function isTo(before: Partial<Before>, file: Partial<RecognisedRow>, standing?: StatementsStanding): string {
  const [one] = recognised({ before: [told(before)], rows: [row(file)], standing: standing ?? 'together' });
  return one?.is ?? '';
}

/** What speaks for and against the only candidate of the first row. */
function evidence(told: Told): Omit<Candidate<Before>, 'before'> | null {
  const [one] = recognised(told);
  if (one?.is !== 'unsure') return null;
  const { before: _, ...sides } = one.candidates[0] as Candidate<Before>;
  return sides;
}

describe('a row and one before it', () => {
  const [stated, other] = [{ balance: '1500.00' }, { balance: '2500.00' }];
  const [ft1, ft2] = [{ reference: 'ft1' }, { reference: 'ft2' }];
  const [loanA, loanB] = [{ loanId: 'LN-A' }, { loanId: 'LN-B' }];
  const text = { content: 'transfer' };

  it.each<[string, string, Partial<RecognisedRow>, Partial<RecognisedRow>]>([
    ['are one with an equal balance, and nothing more', 'known', stated, { ...stated, ...text }],
    [
      'are one with an equal balance, whatever the references',
      'known',
      { ...stated, ...ft1 },
      { ...stated, ...ft2 },
    ],
    [
      'are perhaps one with an equal balance, where references and loans both differ',
      'unsure',
      { ...stated, ...ft1, ...loanA },
      { ...stated, ...ft2, ...loanB },
    ],
    ['are one with an equal balance however it is written', 'known', stated, { balance: '1500' }],
    [
      'are perhaps one with another balance and an equal reference',
      'unsure',
      { ...stated, ...ft1 },
      { ...other, ...ft1 },
    ],
    [
      'are two with another balance and another reference',
      'new',
      { ...stated, ...ft1 },
      { ...other, ...ft2 },
    ],
    ['are two with another balance and no reference, whatever the text', 'new', stated, other],
    ['are two with another balance and a reference on one side', 'new', stated, { ...other, ...ft1 }],
    ['are one with an equal reference', 'known', { ...ft1, content: 'a' }, { ...ft1, content: 'b' }],
    ['are one with an equal reference and a balance on one side', 'known', ft1, { ...ft1, ...stated }],
    ['are one with an equal reference and one loan', 'known', { ...ft1, ...loanA }, { ...ft1, ...loanA }],
    ['are one with an equal reference and a loan on one side', 'known', ft1, { ...ft1, ...loanB }],
    [
      'are perhaps one with an equal reference and two loans',
      'unsure',
      { ...ft1, ...loanA },
      { ...ft1, ...loanB },
    ],
    ['are one with an equal id of the payer', 'known', { endToEndId: 'e1' }, { endToEndId: 'e1', ...text }],
    [
      'are one where the id of the payer is the reference of the other',
      'known',
      { ...ft2, endToEndId: 'ft1' },
      ft1,
    ],
    [
      'are one where the reference is the id of the payer of the other',
      'known',
      ft1,
      { ...ft2, endToEndId: 'ft1' },
    ],
    ['are two with another reference', 'new', ft1, ft2],
    [
      'are two with another reference, whatever the id of the payer',
      'new',
      { ...ft1, endToEndId: 'e1' },
      { ...ft2, endToEndId: 'e2' },
    ],
    ['are one with the same text, as all rows of the day are told', 'known', {}, {}],
    ['are perhaps one with another text', 'unsure', {}, text],
    ['are perhaps one with a reference on one side', 'unsure', {}, ft1],
    ['are two where the amount differs', 'new', stated, { ...stated, amount: '500.01' }],
    ['are two where money went the other way', 'new', ft1, { ...ft1, direction: 'debit' }],
    ['are two in two currencies', 'new', ft1, { ...ft1, currency: 'USD' }],
  ])('%s', (_what, is, before, file) => {
    expect(isTo(before, file)).toBe(is);
  });

  it('are two where one statement goes on where the other ends, unless a balance or a reference is equal', () => {
    expect(isTo({}, {}, 'in_turn')).toBe('new');
    expect(isTo({}, text, 'in_turn')).toBe('new');
    expect(isTo(stated, stated, 'in_turn')).toBe('known');
    expect(isTo(ft1, ft1, 'in_turn')).toBe('known');
    expect(isTo({ ...ft1, ...loanA }, { ...ft1, ...loanB }, 'in_turn')).toBe('unsure');
  });

  it('are perhaps one where their statements have no balance in common, whatever the text', () => {
    expect(isTo({}, {}, 'apart')).toBe('unsure');
    expect(isTo({}, text, 'apart')).toBe('unsure');
    expect(isTo(stated, stated, 'apart')).toBe('known');
    expect(isTo(ft1, ft1, 'apart')).toBe('known');
  });

  it('are one with an equal derived balance, and perhaps one with another', () => {
    const derived = { derivedBalance: '1500.00' };
    expect(isTo(derived, { ...derived, ...text })).toBe('known');
    expect(isTo(stated, { ...derived, ...text })).toBe('known');
    expect(isTo(derived, { ...stated, ...text })).toBe('known');
    expect(isTo(derived, { derivedBalance: '2500.00', ...text })).toBe('unsure');
    expect(isTo(derived, { ...other, ...text })).toBe('unsure');
    expect(isTo(derived, { derivedBalance: '2500.00', ...ft1 })).toBe('unsure');
    expect(isTo({ ...derived, ...ft1 }, { derivedBalance: '2500.00', ...ft1 })).toBe('known');
    // Two slices of a day may lead to one balance, with what came back between them in neither.
    expect(isTo({ ...derived, ...ft1 }, { ...derived, reference: 'ft2' })).toBe('new');
  });

  it('go by the balance that is stated where one is derived too', () => {
    expect(isTo({ ...stated, derivedBalance: '1.00' }, { ...stated, derivedBalance: '2.00' })).toBe('known');
    expect(isTo({ ...stated, derivedBalance: '1.00' }, { ...other, derivedBalance: '1.00' })).toBe('new');
  });

  it('are one by what an older version kept of it, its reference within all it says', () => {
    const legacy = { content: 'reference ft1', reference: null };
    expect(isTo(legacy, ft1)).toBe('known');
    expect(isTo(legacy, { ...ft1, ...stated })).toBe('known');
    expect(isTo(legacy, ft2)).toBe('unsure');
    const two = { before: [told(legacy), told()], rows: [row(ft1)] };
    expect(said(two)).toBe('1');
  });
});

describe('a day without balances and references', () => {
  const day = (...texts: string[]) => texts.map((content) => row({ content }));
  const before = (...texts: string[]) => texts.map((content) => told({ content }));

  it.each([
    ['the same again', 'a b', 'a b', '1 2'],
    ['in another order', 'a b', 'b a', '2 1'],
    ['told with more', 'a b', 'b c a d', '2 new 1 new'],
    ['told with less', 'a b c', 'b', '2'],
    ['told in part, with others', 'a b', 'b c', '?2 ?1'],
    ['none of it told', 'a b', 'c', '?1/2'],
    ['two equal ones told again', 'a a', 'a a', '1 2'],
    ['two equal ones told with a third', 'a a', 'a a a', '1 2 new'],
    ['one of two equal ones told', 'a a', 'a', '1'],
    ['equal ones in part, with another', 'a a b', 'a a a', '?1 ?2 ?3'],
    ['nothing before', '', 'a a', 'new new'],
  ])('%s', (_what, earlier, file, is) => {
    const split = (texts: string) => texts.split(' ').filter((text) => text !== '');
    expect(said({ before: before(...split(earlier)), rows: day(...split(file)) })).toBe(is);
  });

  it('is told in part where a row of another amount is missing', () => {
    const small = told({ amount: '20.00', content: 'fee' });
    expect(said({ before: [told(), small], rows: [row()] })).toBe('1');
    expect(said({ before: [told(), small], rows: [row(), row({ content: 'b' })] })).toBe('?1 new');
    expect(said({ before: [told()], rows: [row(), row({ amount: '20.00' })] })).toBe('1 new');
  });

  it('is told again where its other rows are known by balances and references', () => {
    const before = [told({ content: 'x', balance: '100.00' }), told({ reference: 'ft1' }), told()];
    const rows = [row({ content: 'y', balance: '100.00' }), row({ reference: 'ft1' }), row(), row()];
    expect(said({ before, rows })).toBe('1 2 3 new');
    expect(said({ before, rows: rows.slice(1) })).toBe('2 ?3 ?1');
  });

  it('counts equal rows of one reference, as banks give some to several', () => {
    const one = { reference: 'salaries' };
    expect(said({ before: [told(one)], rows: [row(one), row(one)] })).toBe('1 new');
    expect(said({ before: [told(one), told(one)], rows: [row(one)] })).toBe('1');
  });
});

describe('rows that share a mark', () => {
  it('are paired by what agrees beside', () => {
    const [mona, hani] = [
      { loanId: 'LN-A', content: 'Mona' },
      { loanId: 'LN-B', content: 'Hani' },
    ];
    const balance = { balance: '1500.00' };
    const before = [told({ ...mona, ...balance }), told({ ...hani, ...balance })];
    expect(said({ before, rows: [row({ ...hani, ...balance }), row({ ...mona, ...balance })] })).toBe('2 1');
    const one = { reference: 'ft1' };
    const shared = [told({ ...one, loanId: 'LN-A' }), told({ ...one, loanId: 'LN-B' })];
    expect(said({ before: shared, rows: [row({ ...one, loanId: 'LN-B' })] })).toBe('2');
  });

  it('are one by their balance before they are one by a reference', () => {
    const before = [told({ reference: 'ft1' }), told({ balance: '1500.00' })];
    expect(said({ before, rows: [row({ reference: 'ft1', balance: '1500.00' })] })).toBe('2');
  });
});

describe('a balance that came back', () => {
  const credit = { balance: '1500.00', loanId: 'LN-A' };
  const another = { balance: '1500.00', loanId: 'LN-B' };
  const back = { direction: 'debit', balance: '1000.00' } as const;
  const first = { amount: '7.00', balance: '1000.00' };
  const last = { amount: '9.00', balance: '1509.00' };

  it('leaves it open whether a later slice tells of another credit, where it names another loan', () => {
    const before = [told(first), told(credit)];
    expect(said({ before, rows: [row(back), row(another), row(last)] })).toBe('new ?2 new');
    expect(said({ before, rows: [row(another), row(last)] })).toBe('2 new');
    const [, unsure] = recognised({ before, rows: [row(back), row(another), row(last)] });
    expect(unsure).toMatchObject({
      candidates: [
        {
          speaksFor: ['equal_balance', 'equal_text'],
          speaksAgainst: ['balance_came_back', 'no_reference', 'another_loan'],
        },
      ],
    });
  });

  it('leaves it open by rows the day needs not tell of, as those beside refused rows', () => {
    const before = [told({ ...back, counts: 'elsewhere' }), told({ ...credit, counts: 'elsewhere' })];
    expect(said({ before, rows: [row(another)] })).toBe('?2');
    expect(said({ before, rows: [row(credit)] })).toBe('?2');
  });

  it('leaves it open where an earlier slice comes after a later one', () => {
    const before = [told(back), told(credit), told(last)];
    expect(said({ before, rows: [row(first), row(another)] })).toBe('new ?2');
  });

  it('is no doubt in a day that grows, nor in one that is told whole again', () => {
    const day = [first, credit, back, credit, last];
    for (let upTo = 1; upTo <= day.length; upTo++) {
      const before = day.slice(0, upTo).map((one) => told(one));
      const is = day.map((_, at) => (at < upTo ? String(at + 1) : 'new')).join(' ');
      expect(said({ before, rows: day.map((one) => row(one)) })).toBe(is);
    }
  });

  it('is no doubt where the rows stand newest first', () => {
    const day = [last, credit, back, credit, first];
    const before = [first, credit].map((one) => told(one));
    const is = recognised({ before, rows: day.map((one) => row(one)) }).map((one) => one.is);
    expect(is.filter((one) => one === 'unsure')).toEqual([]);
    expect(is.filter((one) => one === 'known')).toHaveLength(2);
  });

  it('goes by the order of the file where the balances of a day tell none', () => {
    const rows = [row(another), row(back)];
    expect(said({ before: [told(credit)], rows, order: 'oldest_first' })).toBe('1 new');
    expect(said({ before: [told(credit)], rows, order: 'newest_first' })).toBe('?1 new');
  });

  it('leaves it open where one loan is named and all says the same', () => {
    expect(said({ before: [told(first), told(credit)], rows: [row(back), row(credit), row(last)] })).toBe(
      'new ?2 new',
    );
  });

  it('leaves it open whether a later slice tells of the first time, where the way back was told before', () => {
    const before = [told(first), told(credit), told(back)];
    expect(said({ before, rows: [row(credit), row(last)] })).toBe('?2 new');
    expect(said({ before, rows: [row(first), row(credit)] })).toBe('1 2');
  });

  it('is no doubt with an equal reference', () => {
    const named = { reference: 'ft1' };
    const rows = [row(back), row({ ...another, ...named }), row(last)];
    expect(said({ before: [told(first), told({ ...credit, ...named })], rows })).toBe('new 2 new');
  });
});

describe('what else is there', () => {
  it('a row that waits itself is known by proof, and may be one by its looks', () => {
    const waiting = { counts: 'waiting' } as const;
    expect(isTo({ ...waiting, reference: 'ft1' }, { reference: 'ft1' })).toBe('known');
    expect(isTo({ ...waiting, balance: '1500.00' }, { balance: '1500.00' })).toBe('known');
    const rows = [row()];
    expect(said({ before: [told(waiting)], rows })).toBe('?1');
    expect(evidence({ before: [told(waiting)], rows })?.speaksAgainst).toContain('waits_itself');
  });

  it('a row that waits itself is none of those the day must tell of', () => {
    const before = [told(), told({ counts: 'waiting', amount: '20.00' })];
    expect(said({ before, rows: [row(), row({ amount: '30.00' })] })).toBe('1 new');
  });

  it('a payment by hand is known by its reference, may be one by its looks, and need not be told', () => {
    const byHand = { counts: 'elsewhere', content: 'payment PAY-1' } as const;
    expect(isTo({ ...byHand, reference: 'ft1' }, { reference: 'ft1' })).toBe('known');
    expect(isTo({ ...byHand, reference: 'ft1' }, { reference: 'ft2' })).toBe('new');
    expect(isTo(byHand, {})).toBe('unsure');
    const before = [told(), told({ ...byHand, amount: '20.00' })];
    expect(said({ before, rows: [row(), row({ amount: '30.00' })] })).toBe('1 new');
    expect(evidence({ before: [told(byHand)], rows: [row()] })).toEqual({
      speaksFor: [],
      speaksAgainst: ['no_reference'],
    });
  });

  it('knows a row by what a person said is that one', () => {
    const toldAlso = [row({ reference: 'ft9' }), row({ content: 'InstaPay', balance: '1500.00' })];
    const before = [told({ toldAlso })];
    expect(said({ before, rows: [row({ reference: 'ft9' })] })).toBe('1');
    expect(said({ before, rows: [row({ content: 'other', balance: '1500.00' })] })).toBe('1');
    expect(said({ before, rows: [row({ content: 'InstaPay' })] })).toBe('1');
    expect(said({ before, rows: [row({ content: 'InstaPay' }), row()] })).toBe('1 new');
  });

  it('names five of those a row may be, and no more', () => {
    const before = Array.from({ length: 9 }, (_, at) => told({ content: `text ${at}` }));
    expect(said({ before, rows: [row()] })).toBe('?1/2/3/4/5');
  });
});

describe('evidence', () => {
  const of = (before: Partial<Before>, file: Partial<RecognisedRow>, ...more: RecognisedRow[]) =>
    evidence({ before: [told(before), told({ amount: '1.00' })], rows: [row(file), ...more] });

  it.each<[string, Partial<RecognisedRow>, Partial<RecognisedRow>, string, string]>([
    ['an equal text, of a day told in part', {}, {}, 'equal_text', 'no_reference day_told_in_part'],
    ['another text', {}, { content: 'x' }, '', 'no_reference other_text'],
    [
      'another balance',
      { balance: '1.00', reference: 'a' },
      { balance: '2.00', reference: 'a' },
      'equal_reference',
      'other_balance',
    ],
    [
      'another loan',
      { loanId: 'A', reference: 'a' },
      { loanId: 'B', reference: 'a' },
      'equal_reference',
      'another_loan',
    ],
  ])('tells of %s', (_what, before, file, speaksFor, speaksAgainst) => {
    const split = (codes: string) => codes.split(' ').filter((code) => code !== '');
    expect(of(before, file, row({ amount: '2.00' }))).toEqual({
      speaksFor: split(speaksFor),
      speaksAgainst: split(speaksAgainst),
    });
  });
});

describe('many rows', () => {
  const COUNT = 20_000;
  const many = (of: (at: number) => Partial<RecognisedRow>) => ({
    before: Array.from({ length: COUNT }, (_, at) => told(of(at))),
    rows: Array.from({ length: COUNT }, (_, at) => row(of(COUNT + at))),
  });

  it.each<[string, 'known' | 'new' | 'unsure', (at: number) => Partial<RecognisedRow>, StatementsStanding?]>([
    ['equal in all', 'known', () => ({})],
    ['equal in all but of statements in turn', 'new', () => ({}), 'in_turn'],
    ['equal in all but of statements apart', 'unsure', () => ({}), 'apart'],
    ['equal but for their texts', 'unsure', (at) => ({ content: `text ${at}` })],
    ['equal but for their references', 'new', (at) => ({ reference: `ft${at}` })],
    ['equal but for their balances', 'new', (at) => ({ balance: `${at}.00` })],
    [
      'equal in the reference but for their balances',
      'unsure',
      (at) => ({ reference: 'x', balance: `${at}.00` }),
    ],
  ])('%s are recognised without comparing each with each', (_what, is, of, standing) => {
    const told = { ...many(of), ...(standing && { standing }) };
    // Below a second where nothing runs beside; each with each takes minutes.
    const from = process.cpuUsage();
    const answers = recognised(told);
    expect(process.cpuUsage(from).user).toBeLessThan(5_000_000);
    expect(new Set(answers.map((one) => one.is))).toEqual(new Set([is]));
  });
});

/** Movements of an account, each with the balance after it. */
const anyMovements = fc.array(
  fc.record({
    isCredit: fc.boolean(),
    amount: fc.constantFrom('100.00', '250.50', '500.00'),
    text: fc.constantFrom('Mona', 'Hani', 'Transfer'),
    loanId: fc.constantFrom(null, 'LN-A', 'LN-B'),
  }),
  { minLength: 1, maxLength: 12 },
);

type Movements = typeof anyMovements extends fc.Arbitrary<infer Each> ? Each : never;

/** What tells the rows of a day apart. */
const anyMarks = fc.constantFrom('balances', 'references', 'texts' as const);

function dayOf(movements: Movements, marks: 'balances' | 'references' | 'texts'): RecognisedRow[] {
  let units = unitsOf('10000.00');
  return movements.map(({ isCredit, amount, text, loanId }, at) => {
    units += isCredit ? unitsOf(amount) : -unitsOf(amount);
    return row({
      direction: isCredit ? 'credit' : 'debit',
      amount,
      loanId,
      content: `${text} ${loanId}`,
      ...(marks === 'references' && { reference: `ft${at}` }),
      ...(marks === 'balances' && { balance: textOfUnits(units) }),
    });
  });
}

describe('recogniseRows for any day', () => {
  const told = (rows: readonly RecognisedRow[]) => rows.map((one) => ({ ...one, counts: 'row' as const }));
  const counted = (answers: readonly Recognition<Before>[]) => ({
    known: answers.filter(({ is }) => is === 'known').length,
    unsure: answers.filter(({ is }) => is === 'unsure').length,
  });

  it('knows all rows of the same day again', () => {
    fc.assert(
      fc.property(anyMovements, anyMarks, (movements, marks) => {
        const rows = dayOf(movements, marks);
        expect(counted(recognised({ before: told(rows), rows }))).toEqual({ known: rows.length, unsure: 0 });
      }),
    );
  });

  it('knows the rows of a day that grows, and no more', () => {
    fc.assert(
      fc.property(anyMovements, anyMarks, fc.nat(), (movements, marks, cut) => {
        const rows = dayOf(movements, marks);
        const earlier = rows.slice(0, 1 + (cut % rows.length));
        const answers = recognised({ before: told(earlier), rows });
        expect(counted(answers)).toEqual({ known: earlier.length, unsure: 0 });
        // Which of two equal ones is the known one makes no difference; without balances they may stand anywhere.
        if (marks !== 'texts') {
          expect(answers.slice(0, earlier.length).every(({ is }) => is === 'known')).toBe(true);
        }
      }),
    );
  });

  it('counts the same in any order of the file', () => {
    const shuffled = fc
      .tuple(anyMovements, fc.constantFrom('balances', 'references' as const), fc.nat())
      .chain(([movements, marks, cut]) => {
        const rows = dayOf(movements, marks);
        const [from, to] = [cut % rows.length, rows.length - ((cut >> 4) % 3)];
        const order = fc.shuffledSubarray(rows, { minLength: rows.length });
        return fc.tuple(fc.constant(rows.slice(from, to)), fc.constant(rows), order);
      });
    fc.assert(
      fc.property(shuffled, ([before, rows, other]) => {
        const inOrder = recognised({ before: told(before), rows });
        const shuffledOrder = recognised({ before: told(before), rows: other });
        const matched = (answers: readonly Recognition<Before>[]) =>
          answers.filter(({ is }) => is !== 'new').length;
        expect(matched(shuffledOrder)).toBe(matched(inOrder));
      }),
    );
  });

  it('takes each row before for one row at most', () => {
    fc.assert(
      fc.property(anyMovements, anyMovements, anyMarks, anyMarks, (earlier, later, marks, otherMarks) => {
        const before = told(dayOf(earlier, marks));
        const answers = recognised({ before, rows: dayOf(later, otherMarks) });
        const names = answers.flatMap((one) => (one.is === 'known' ? [one.before.name] : []));
        expect(new Set(names).size).toBe(names.length);
        for (const one of answers) {
          if (one.is === 'unsure') expect(one.candidates.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
