import { describe, expect, it } from 'vitest';
import { detail, entry, message, statement } from '../ingest/statements/camt-messages.ts';
import { BANK_ACCOUNT, runningLoan } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { type BatchPlan, imported, ownCsv } from './payment-files.ts';

// Faults that public issue threads tell of other tools, from the file to the loan; their numbers stand in the names.

const DAY = '2026-04-10';
const DATES = `<BookgDt><Dt>${DAY}</Dt></BookgDt><ValDt><Dt>${DAY}</Dt></ValDt>`;
const saying = (text: string) => `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;

const outcomesOf = ({ rows }: BatchPlan) => rows.map(({ outcome, code }) => code ?? outcome);

/** What the loan has been paid, as amounts in order. */
async function paymentsOf(desk: Desk, loan_id: string): Promise<readonly number[]> {
  return (await desk.done('loans.payments', { loan_id })).map(({ payment_amount }) => payment_amount);
}

describe('a file of payments', () => {
  it(
    'B10: imported late, counts from its booking date, and the loan was not past due since',
    onDesk(async (desk) => {
      const { loanId: loan_id } = await runningLoan(desk);
      desk.today = '2026-04-05';
      const [first] = (await desk.done('loans.schedule', { loan_id })).installments;
      expect(first).toMatchObject({ due_date: '2026-04-01' });
      const daysPastDue = async (as_of?: string) =>
        (await desk.done('loans.get', { loan_id, ...(as_of === undefined ? {} : { as_of }) })).days_past_due;
      expect(await daysPastDue()).toBe(4);
      await imported(desk, ownCsv([loan_id, String(first!.installment_amount), '2026-03-29']));
      expect(await daysPastDue()).toBe(0);
      expect(await daysPastDue('2026-04-02')).toBe(0);
      const dueOn = { as_of: '2026-04-02' };
      expect((await desk.done('reports.due', dueOn)).installments).toEqual([]);
      const asKnown = await desk.done('reports.due', { ...dueOn, known_at: '2026-04-04' });
      expect(asKnown.installments).toHaveLength(1);
      const [payment] = await desk.done('loans.payments', { loan_id });
      expect(payment).toMatchObject({
        payment_date: '2026-03-29',
        booked_at: expect.stringMatching(/^2026-04-05/),
      });
    }),
  );
});

describe('an MT940 statement', () => {
  it(
    'B16: keeps a text whole whose lines begin as tags and as its end do, and finds the loan in it',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const text = [
        ':20:S',
        `:25:${BANK_ACCOUNT}`,
        ':28C:1/1',
        ':60F:C260410EGP0,00',
        ':61:2604100410C500,00NTRFNONREF//FT1',
        ':86:payment',
        `:08 reference ${loanId}`,
        '20:44:45 paid',
        '-CHQ 5521 returned',
        ':61:2604100410C70,00NTRFNONREF//FT2',
        `:86:${loanId}`,
        ':62F:C260410EGP570,00',
        '',
      ].join('\r\n');
      const told = await imported(desk, text);
      expect(told.statements).toMatchObject([{ entries: 2, ties: true }]);
      expect(outcomesOf(told)).toEqual(['post', 'post']);
      expect(await paymentsOf(desk, loanId)).toEqual([500, 70]);
    }),
  );
});

describe('a camt statement', () => {
  const booked = (amount: string, details: string) =>
    message(statement(entry({ amount, dates: DATES, details })));

  it.each(['1526.00', '1474.00'])(
    'B20: of %s with charges pays what the account received',
    async (amount) => {
      await onDesk(async (desk) => {
        const { loanId } = await runningLoan(desk);
        const told = `<AmtDtls><InstdAmt><Amt Ccy="EGP">1500.00</Amt></InstdAmt></AmtDtls><Chrgs><Rcrd><Amt Ccy="EGP">26.00</Amt></Rcrd></Chrgs>`;
        const plan = await imported(desk, booked(amount, detail('1500.00', told + saying(loanId))));
        expect(outcomesOf(plan)).toEqual(['post']);
        expect(plan.statements[0]?.credits).toEqual({ count: 1, sum: amount });
        expect(await paymentsOf(desk, loanId)).toEqual([Number(amount)]);
        expect(plan.rows[0]?.reason).toMatch(/1500\.00 EGP.*charges 26\.00 EGP/);
      })();
    },
  );

  it(
    'B24: without entries is a success of nothing, and an intraday report is read and flagged',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const nothing = await imported(desk, message(statement('')));
      expect(nothing).toMatchObject({ batch_id: null, new_rows: 0, statements: [{ entries: 0 }] });
      const report = booked('300.00', detail('300.00', saying(loanId)))
        .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
        .replaceAll('Stmt>', 'Rpt>');
      const intraday = await imported(desk, report);
      expect(intraday.source_format).toBe('camt.052');
      expect(intraday.warnings.map(({ code }) => code)).toContain('intraday');
      expect(outcomesOf(intraday)).toEqual(['post']);
    }),
  );

  it(
    'B26: pays once what is pending on one day and booked on the next under another reference',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const told = (status: string, reference: string) =>
        entry({
          amount: '250.00',
          dates: DATES,
          status: `<Sts>${status}</Sts>`,
          details: `<TxDtls>${saying(loanId)}</TxDtls>`,
        }).replace('>ENTRY<', `>${reference}<`);
      const monday = message(statement(told('PDNG', 'A') + told('INFO', 'I')));
      expect(outcomesOf(await imported(desk, monday))).toEqual(['not_a_repayment', 'not_a_repayment']);
      expect(await paymentsOf(desk, loanId)).toEqual([]);
      expect(outcomesOf(await imported(desk, message(statement(told('BOOK', 'B')))))).toEqual(['post']);
      expect(await paymentsOf(desk, loanId)).toEqual([250]);
      expect(outcomesOf(await imported(desk, monday))).not.toContain('post');
      expect(await paymentsOf(desk, loanId)).toEqual([250]);
    }),
  );
});
