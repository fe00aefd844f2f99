import { describe, expect, it } from 'vitest';
import { camtStatements } from '../../../src/ingest/statements/camt-statements.ts';
import type { StatementPart } from '../../../src/ingest/statements/statement-part.ts';
import { balance, detail, entry, message, statement } from './camt-messages.ts';
import { moved, type ReadStatements, readStatements, summed } from './read-statements.ts';

/** A movement: its amount, and whether it is a reversal with this mark of direction. */
type Moved = readonly [amount: string, mark: 'C' | 'D' | 'RC' | 'RD'];

interface Bank {
  readonly file: (statements: readonly Stated[]) => string;
  /** How this format marks a reversal whose mark the standard reads as money in and as money out. */
  readonly in: 'RC' | 'RD';
  readonly out: 'RC' | 'RD';
}

interface Stated {
  readonly rows: readonly Moved[];
  /** Null: it states neither. */
  readonly balances: readonly [opening: string, closing: string] | null;
  readonly intermediate?: boolean;
}

const MT940: Bank = {
  in: 'RD',
  out: 'RC',
  file: (statements) =>
    statements
      .map(({ rows, balances, intermediate = false }, at) => {
        const type = intermediate ? 'M' : 'F';
        const [opening, closing] = balances ?? ['0.00', '0.00'];
        const lines = rows.map(
          ([amount, mark], row) => `:61:2609020902${mark}${amount.replace('.', ',')}NTRFLN-${row}//B${row}`,
        );
        return [
          `:20:S${at}`,
          ':25:EG12',
          ':28C:1/1',
          `:60${type}:C260901EGP${opening.replace('.', ',')}`,
          ...lines,
          `:62${type}:C260903EGP${closing.replace('.', ',')}`,
          '-',
          '',
        ].join('\r\n');
      })
      .join(''),
};

const MT942: Bank = {
  ...MT940,
  file: (statements) =>
    MT940.file(statements)
      .replaceAll(/:60F:.*/g, ':34F:EGP0,')
      .replaceAll(/:62F:.*\r\n/g, ''),
};

const CAMT: Bank = {
  in: 'RC',
  out: 'RD',
  file: (statements) =>
    message(
      statements
        .map(({ rows, balances, intermediate = false }) => {
          const [opening, closing] = balances ?? [];
          const [begins, ends] = intermediate ? ['ITBD', 'ITBD'] : ['OPBD', 'CLBD'];
          const entries = rows.map(([amount, mark], row) =>
            entry({
              amount,
              direction: mark.endsWith('C') ? 'CRDT' : 'DBIT',
              more: mark.startsWith('R') ? '<RvslInd>true</RvslInd>' : '<RvslInd>false</RvslInd>',
              details: `<TxDtls><Refs><EndToEndId>LN-${row}</EndToEndId></Refs></TxDtls>`,
            }),
          );
          const around = [
            ...(opening === undefined ? [] : [balance(begins, opening)]),
            ...(closing === undefined ? [] : [balance(ends, closing)]),
          ];
          return statement([...around, ...entries].join('\n'));
        })
        .join('\n'),
    ),
};

const CAMT_052: Bank = {
  ...CAMT,
  file: (statements) =>
    CAMT.file(statements).replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt').replaceAll('Stmt>', 'Rpt>'),
};

const BANKS = [
  ['MT940', MT940],
  ['camt.053', CAMT],
  ['camt.052', CAMT_052],
] as const;

function told({ warnings }: ReadStatements): string[] {
  return warnings.filter(({ code }) => code === 'reversal_direction').map(({ message: said }) => said);
}

function returned({ rows }: ReadStatements): (string | null)[] {
  return rows.map(({ returned: back }) => (back === null ? null : `${back.of} ${back.reference}`));
}

describe.each(BANKS)('reversals in %s', (_name, bank) => {
  const paid: Moved = ['250.00', 'C'];

  it('are read by the standard, in silence where the balances bear it out', async () => {
    const rows: readonly Moved[] = [paid, ['250.00', bank.out], ['10.00', bank.in]];
    const read = await readStatements(bank.file([{ rows, balances: ['1000.00', '1010.00'] }]));
    expect(moved(read.rows)).toEqual(['250.00 2026-09-02', '-250.00 2026-09-02', '10.00 2026-09-02']);
    expect(returned(read)).toEqual([null, 'credit LN-1', 'debit LN-2']);
    expect(told(read)).toEqual([]);
    expect(read.ends).toMatchObject([{ ties: true }]);
  });

  it('are turned round, all of them, where only so the balances tie', async () => {
    const rows: readonly Moved[] = [paid, ['250.00', bank.in], ['10.00', bank.out]];
    const read = await readStatements(bank.file([{ rows, balances: ['1000.00', '1010.00'] }]));
    expect(moved(read.rows)).toEqual(['250.00 2026-09-02', '-250.00 2026-09-02', '10.00 2026-09-02']);
    expect(returned(read)).toEqual([null, 'credit LN-1', 'debit LN-2']);
    expect(told(read)).toEqual([
      'Statement 1 of EG12: its 2 reversals are read the other way round than the standard has it (RvslInd, RC, RD): only so do its balances tie',
    ]);
    expect(read.warnings.map(({ code }) => code)).not.toContain('balances_do_not_tie');
    expect(summed(read.ends)).toEqual([
      '1000.00 to 1010.00, 3 entries, in 260.00 (2), out 250.00 (1), ties true',
    ]);
  });

  it('are read by the standard, with a warning, where the balances tie neither way', async () => {
    const rows: readonly Moved[] = [paid, ['250.00', bank.out]];
    const read = await readStatements(bank.file([{ rows, balances: ['1000.00', '1010.00'] }]));
    expect(moved(read.rows)).toEqual(['250.00 2026-09-02', '-250.00 2026-09-02']);
    expect(told(read)).toEqual([
      expect.stringMatching(/its reversal is read as the standard.*tie neither way$/),
    ]);
    expect(read.warnings.map(({ code }) => code)).toContain('balances_do_not_tie');
  });

  it('are read by the standard, with a warning, where they come to nothing together', async () => {
    const rows: readonly Moved[] = [paid, ['50.00', bank.out], ['50.00', bank.in]];
    const read = await readStatements(bank.file([{ rows, balances: ['1000.00', '1250.00'] }]));
    expect(moved(read.rows)).toEqual(['250.00 2026-09-02', '-50.00 2026-09-02', '50.00 2026-09-02']);
    expect(told(read)).toEqual([expect.stringContaining('they come to nothing together')]);
  });

  it('are read statement by statement', async () => {
    const right: Stated = { rows: [paid, ['250.00', bank.out]], balances: ['1000.00', '1000.00'] };
    const other: Stated = { rows: [paid, ['250.00', bank.in]], balances: ['1000.00', '1000.00'] };
    const none: Stated = { rows: [paid], balances: ['1000.00', '1250.00'] };
    const read = await readStatements(bank.file([none, other, right, other, none]));
    expect(read.ends.map(({ ties }) => ties)).toEqual([true, true, true, true, true]);
    expect(returned(read).filter((back) => back !== null)).toEqual(Array(3).fill('credit LN-1'));
    expect(told(read).map((said) => said.slice(0, 11))).toEqual(['Statement 2', 'Statement 4']);
  });

  it('that cannot be read leave the standard\u2019s reading, and say so', async () => {
    const rows: readonly Moved[] = [paid, ['250.00', bank.in], ['1.2345678', 'C']];
    const read = await readStatements(bank.file([{ rows, balances: ['1000.00', '1000.00'] }]));
    expect(moved(read.rows)).toEqual(['250.00 2026-09-02', '250.00 2026-09-02']);
    expect(told(read)).toEqual([expect.stringContaining('an entry cannot be read')]);
  });

  it('are read by intermediate balances too', async () => {
    const rows: readonly Moved[] = [paid, ['250.00', bank.in]];
    const page: Stated = { rows, balances: ['1000.00', '1000.00'], intermediate: true };
    const read = await readStatements(bank.file([page, page]));
    expect(moved(read.rows)).toEqual(
      [...Array(2)].flatMap(() => ['250.00 2026-09-02', '-250.00 2026-09-02']),
    );
    expect(told(read)).toHaveLength(2);
  });
});

describe.each([
  ['MT942', MT942],
  ['camt.053 without balances', CAMT],
  ['camt.052 without balances', CAMT_052],
] as const)('reversals in %s', (_name, bank) => {
  it.each([
    ['out', '-250.00', 'credit LN-1'],
    ['in', '250.00', 'debit LN-1'],
  ] as const)('are read by the standard, with a warning: money %s', async (way, amount, back) => {
    const rows: readonly Moved[] = [
      ['250.00', 'C'],
      ['250.00', bank[way]],
    ];
    const read = await readStatements(bank.file([{ rows, balances: null }]));
    expect(moved(read.rows)).toEqual(['250.00 2026-09-02', `${amount} 2026-09-02`]);
    expect(returned(read)).toEqual([null, back]);
    expect(told(read)).toEqual([
      expect.stringContaining('it does not state its opening and closing balance, which would tell'),
    ]);
  });
});

describe('reversals that are turned round', () => {
  const balances = balance('OPBD', '1000.00') + balance('CLBD', '900.00');
  const reversal = { amount: '100.00', direction: 'CRDT', more: '<RvslInd>1</RvslInd>' };

  it('turn all transactions of their entry', async () => {
    const details = detail('60.00', '<CdtDbtInd>CRDT</CdtDbtInd>') + detail('40.00');
    const { rows, warnings } = await readStatements(
      message(statement(balances + entry({ ...reversal, details }))),
    );
    expect(moved(rows)).toEqual(['-60.00 2026-09-02', '-40.00 2026-09-02']);
    expect(rows.map(({ returned: back }) => back?.of)).toEqual(['credit', 'credit']);
    expect(warnings.map(({ code }) => code)).toEqual(['reversal_direction']);
  });

  it('are found where the balances stand behind the entries, and by any prefix', async () => {
    const text = message(statement(entry(reversal) + balances), '08');
    const prefixed = text.replaceAll('<', '<n:').replaceAll('<n:/', '</n:').replace('<n:?', '<?');
    for (const file of [text, prefixed]) {
      expect(moved((await readStatements(file)).rows)).toEqual(['-100.00 2026-09-02']);
    }
  });

  it('may be counted on either side by the file\u2019s own totals, and nowhere else', async () => {
    const totals = (credits: string, debits: string) => {
      const side = (name: string, [count, sum]: readonly string[]) =>
        `<${name}><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></${name}>`;
      return `<TxsSummry>${side('TtlCdtNtries', credits.split(' '))}${side('TtlDbtNtries', debits.split(' '))}</TxsSummry>`;
    };
    const read = async (credits: string, debits: string) =>
      (await readStatements(message(statement(balances + totals(credits, debits) + entry(reversal))))).faults;
    expect(await read('1 100.00', '0 0')).toEqual([]);
    expect(await read('0 0', '1 100.00')).toEqual([]);
    expect((await read('1 101.00', '0 0')).map(({ column, value }) => `${column} ${value}`)).toEqual([
      'TtlCdtNtries 101.00',
    ]);
  });

  it('count so too where they are refused for their date', async () => {
    const bad = { ...reversal, dates: '<BookgDt><Dt>2026-02-30</Dt></BookgDt>' };
    const { faults, ends } = await readStatements(message(statement(balances + entry(bad))));
    expect(faults).toMatchObject([{ code: 'invalid_date' }]);
    expect(faults[0]).not.toHaveProperty('received');
    expect(ends).toMatchObject([{ ties: true, debits: { count: 1, sum: '100.00' } }]);
  });

  it('stay as the standard has them where the file flows once and is too long to be held, and this is said', async () => {
    async function* flow() {
      yield message(statement(balances + entry(reversal)));
    }
    const file = { source: 'standard input', account: null, text: flow(), again: null };
    const parts: StatementPart[] = [];
    for await (const some of camtStatements(file)) parts.push(...some);
    expect(parts.flatMap((part) => (part.kind === 'row' ? [part.direction] : []))).toEqual(['credit']);
    expect(parts.flatMap((part) => (part.kind === 'warning' ? [part.message] : []))).toEqual([
      expect.stringContaining('the file could not be read twice; save it and give its path'),
      expect.stringContaining('(off by -200.00)'),
    ]);
  });
});
