import { describe, expect, it } from 'vitest';
import { BANK_ACCOUNT, type Movement, runningLoan, statementOf } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { imported, ownCsv, planned } from './payment-files.ts';

/** Amounts of the payments of a loan that stand, by value date. */
async function paid(desk: Desk, loanId: string): Promise<number[]> {
  const payments = await desk.done('loans.payments', { loan_id: loanId });
  return payments
    .filter(({ status }) => status === 'posted')
    .map(({ payment_amount }) => payment_amount)
    .sort((a, b) => a - b);
}

async function verified(desk: Desk): Promise<void> {
  expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
}

const inOf = (text: string, reference: string, amount = '100.00'): Movement => ({ amount, text, reference });

describe('what a run is held to', () => {
  it.each([
    ['too many rows', { expect_count: 3 }, '3 rows were expected, the file has 2'],
    ['another sum', { expect_total: '999.00' }, '999.00 EGP was expected, the file adds up to 1000.00'],
  ])('posts nothing with %s', async (_what, told, message) =>
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = ownCsv([loanId, '400', '2026-04-02'], [loanId, '600', '2026-04-02']);
      const plan = await imported(desk, file, told);
      expect(plan).toMatchObject({ verdict: 'nothing_posted', batch_id: null });
      expect(plan.file_faults).toMatchObject([{ code: 'control_total', message }]);
      expect(await paid(desk, loanId)).toEqual([]);
      expect((await imported(desk, file, { expect_count: 2, expect_total: '1000.00' })).verdict).toBe('done');
    })(),
  );

  it(
    'counts the amount of a row that is refused for something else, of all kinds of files',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const lines = [
        { loan_id: loanId, payment_amount: '400.00', payment_date: '2026-04-02' },
        { loan_id: loanId, payment_amount: '200.00', payment_date: '2026-13-02' },
      ].map((line) => `${JSON.stringify(line)}\n`);
      const files = [
        ownCsv([loanId, '400', '2026-04-02'], [loanId, '200', '2026-13-02']),
        lines.join(''),
        `Date,Details,Credit,Debit\n2026-04-02,${loanId},400,\n2026-13-02,x,200,\n`,
      ];
      for (const file of files) {
        const plan = await planned(desk, file, { expect_count: 2, expect_total: '600.00' });
        expect(plan).toMatchObject({ verdict: 'nothing_posted', file_faults: [] });
        expect(plan.outcomes.refused).toEqual([{ currency: 'EGP', count: 1, sum: '200.00' }]);
        expect(plan.rows[1]).toMatchObject({ outcome: 'refused', amount: '200.00', code: 'invalid_date' });
      }
    }),
  );

  it(
    'refuses an entry of a statement that contradicts itself, and posts the others',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const ntry = (amount: string, details: string, day = '2026-04-02') =>
        `<Ntry><Amt Ccy="EGP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>Q${amount}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
      const paid = (amount: string) =>
        `<TxDtls><Amt Ccy="EGP">${amount}</Amt><RmtInf><Ustrd>${loanId}</Ustrd></RmtInf></TxDtls>`;
      const camt = (message: string, part: string, entries: string) =>
        `<Document><${message}><GrpHdr/><${part}><Acct><Id><IBAN>${BANK_ACCOUNT}</IBAN></Id><Ccy>EGP</Ccy></Acct>${entries}</${part}></${message}></Document>`;
      const wrongCount = `<Btch><NbOfTxs>3</NbOfTxs></Btch>\n${paid('200.00')}\n${paid('100.00')}`;
      const good = ntry('400.00', paid('400.00'));
      const files = [
        camt('BkToCstmrStmt', 'Stmt', ntry('300.00', wrongCount) + good),
        camt('BkToCstmrDbtCdtNtfctn', 'Ntfctn', good + ntry('300.00', paid('300.00'), '\n2026-13-02\n')),
        [
          `:20:X\n:25:${BANK_ACCOUNT}\n:28C:1/1\n:60F:C260402EGP0,00`,
          `:61:2604310402C300,00NTRFNONREF//A\n:86:${loanId}`,
          `:61:2604020402C400,00NTRFNONREF//B\n:86:${loanId}`,
          ':62F:C260402EGP700,00\n-\n',
        ].join('\n'),
      ];
      for (const file of files) {
        const told = { expect_count: 2, expect_total: '700.00' };
        expect(await planned(desk, file, told)).toMatchObject({ verdict: 'nothing_posted', file_faults: [] });
        const plan = await planned(desk, file, { ...told, on_error: 'reject' });
        expect(plan).toMatchObject({ verdict: 'waiting', file_faults: [], warnings: [] });
        expect(plan.outcomes.refused).toEqual([{ currency: 'EGP', count: 1, sum: '300.00' }]);
        expect(plan.outcomes.post).toEqual([{ currency: 'EGP', count: 1, sum: '400.00' }]);
      }
    }),
  );

  it(
    'says that the amount of a row is not known when none can be read',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = ownCsv([loanId, '400', '2026-04-02'], [loanId, '2oo', '2026-04-02']);
      const { file_faults, rows } = await planned(desk, file, { expect_total: '600.00' });
      expect(file_faults).toMatchObject([
        {
          message:
            '600.00 EGP was expected, the file adds up to 400.00, not counting 1 refused row whose amount is not known',
        },
      ]);
      expect(rows[1]).toMatchObject({ outcome: 'refused', amount: null });
    }),
  );

  it(
    'warns of balances that do not tie, and posts nothing when they are to',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = statementOf(
        '10',
        '1000.00',
        [{ amount: '250.00', text: loanId, reference: 'FT7' }],
        '1250.02',
      );
      const strict = await imported(desk, file, { strict_balances: true });
      expect(strict).toMatchObject({
        verdict: 'nothing_posted',
        file_faults: [{ code: 'balances_do_not_tie' }],
      });
      const done = await imported(desk, file);
      expect(done).toMatchObject({ verdict: 'done', statements: [{ account: BANK_ACCOUNT, ties: false }] });
      expect(done.warnings).toMatchObject([{ code: 'balances_do_not_tie' }]);
    }),
  );

  it(
    'reports a gap before a statement, and posts nothing when there is to be none',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const of = (reference: string) => [{ amount: '100.00', text: loanId, reference }];
      await imported(desk, statementOf('10', '1000.00', of('A')));
      const next = await imported(desk, statementOf('11', '1100.00', of('B')), { strict_sequence: true });
      expect(next).toMatchObject({ verdict: 'done', warnings: [] });
      const gap = statementOf('13', '1500.00', of('C'));
      const strict = await imported(desk, gap, { strict_sequence: true });
      expect(strict).toMatchObject({ verdict: 'nothing_posted', file_faults: [{ code: 'statement_gap' }] });
      expect((await imported(desk, gap)).warnings).toMatchObject([
        { code: 'statement_gap', message: expect.stringContaining('300.00') },
      ]);
      expect((await imported(desk, statementOf('09', '900.00', of('D')))).warnings).toMatchObject([
        { code: 'statement_out_of_order' },
      ]);
    }),
  );
});

describe('a payment the bank takes back', () => {
  it(
    'proposes the payment of its amount on the loan it names, of the same file too',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const done = await imported(
        desk,
        statementOf('10', '1000.00', [
          inOf(loanId, 'A', '250.00'),
          inOf(loanId, 'B', '80.00'),
          { amount: '-250.00', text: loanId, reference: 'C', returned: true },
        ]),
      );
      expect(done.rows.map(({ outcome, code }) => code ?? outcome)).toEqual([
        'post',
        'post',
        'returned_payment',
      ]);
      const held = await desk.done('held_rows.get', { held_id: done.rows[2]?.held_id as string });
      expect(held).toMatchObject({ kind: 'returned', suggestions: [done.rows[0]?.payment_id] });
      await verified(desk);
    }),
  );
});
