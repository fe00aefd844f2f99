import { describe, expect, it } from 'vitest';
import { entry, message, statement } from '../ingest/statements/camt-messages.ts';
import { runningLoan, statementOf } from './bank-statements.ts';
import { onDesk } from './desk.ts';
import { IBAN, paymentInput } from './desk-loans.ts';
import { type BatchPlan, imported, ownCsv, planned } from './payment-files.ts';

const DAY = '2026-04-10';
const DATES = `<BookgDt><Dt>${DAY}</Dt></BookgDt><ValDt><Dt>${DAY}</Dt></ValDt>`;
const outcomesOf = ({ rows }: BatchPlan) => rows.map(({ outcome, code }) => code ?? outcome);
const mt940 = (loanId: string, reference: string, opening = '1000.00') =>
  statementOf('10', opening, [{ amount: '100.00', text: loanId, reference }]);

/** An entry of 100.00 that names a loan; `reference` is what stands in place of the servicer's. */
function camtEntry(loanId: string, reference: string): string {
  return entry({
    dates: DATES,
    details: `<TxDtls><Amt Ccy="EGP">100.00</Amt><RmtInf><Ustrd>${loanId}</Ustrd></RmtInf></TxDtls>`,
  }).replace('<AcctSvcrRef>ENTRY</AcctSvcrRef>', reference);
}

/** A camt.053 with such entries. */
function camt(loanId: string, ...references: readonly string[]): string {
  return message(statement(references.map((reference) => camtEntry(loanId, reference)).join('')));
}
const servicer = (reference: string) => `<AcctSvcrRef>${reference}</AcctSvcrRef>`;

describe('the same money told by two kinds of file', () => {
  it(
    'is one payment where one statement names the account by its number and another by the IBAN that ends with it',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const named = (account: string) => mt940(loanId, 'FT1').replace(/:25:[^\r]*/, `:25:${account}`);
      await imported(desk, named('000263180002'));
      expect(outcomesOf(await imported(desk, named('EG380019000500000000263180002')))).toEqual([
        'already_imported',
      ]);
      expect(outcomesOf(await imported(desk, named('EG380019000500000000263180113')))).toEqual(['post']);
    }),
  );

  it(
    'is one payment where loan, reference, amount and date agree, whichever tells it first',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const own = ownCsv([loanId, '100.00', DAY, 'FT1']);
      const bank = mt940(loanId, 'FT1');
      const [first] = (await imported(desk, bank)).rows;
      const again = await imported(desk, own);
      expect(outcomesOf(again)).toEqual(['already_imported']);
      expect(again.rows[0]?.payment_id).toBe(first?.payment_id);

      const other = await runningLoan(desk, 'M-2');
      await imported(desk, ownCsv([other.loanId, '100.00', DAY, 'FT2']));
      const later = await imported(desk, mt940(other.loanId, 'FT2', '1100.00'));
      expect(outcomesOf(later)).toEqual(['already_imported']);
      expect(await desk.done('loans.payments', { loan_id: other.loanId })).toHaveLength(1);
      expect(await imported(desk, mt940(other.loanId, 'FT2', '1100.00'))).toMatchObject({ new_rows: 0 });
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'waits for a person where that payment was taken back, unless its file was undone',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const own = ownCsv([loanId, '100.00', DAY, 'FT1']);
      const { rows, batch_id } = await imported(desk, mt940(loanId, 'FT1'));
      const payment_id = rows[0]?.payment_id as string;
      await desk.done('payments.reverse', { payment_id, reason: 'not theirs' });
      expect(outcomesOf(await planned(desk, own))).toEqual(['reversed_before']);
      const by = { payment_date: DAY, payment_reference: 'FT1', again: true };
      await desk.done('payments.create', paymentInput(desk, loanId, 100, by));
      expect(outcomesOf(await planned(desk, own))).toEqual(['already_imported']);
      await desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'the wrong file' });
      expect(outcomesOf(await planned(desk, own))).toEqual(['already_imported']);
    }),
  );

  it(
    'is two payments where the references differ and no balance says otherwise',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await imported(desk, mt940(loanId, 'FT1'));
      const told = await imported(desk, camt(loanId, servicer('A'), servicer('B')));
      expect(outcomesOf(told)).toEqual(['post', 'post']);
      expect(outcomesOf(await imported(desk, camt(loanId, servicer('A'), servicer('B'))))).toEqual([
        'already_imported',
        'already_imported',
      ]);
    }),
  );

  it(
    "is one payment where one has the payer's id for its reference, whichever tells it first",
    onDesk(async (desk) => {
      const [one, two] = [await runningLoan(desk), await runningLoan(desk, 'M-2')];
      const whole = (loanId: string, reference: string, id: string) =>
        camt(loanId, servicer(reference)).replace(
          '<TxDtls>',
          `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>`,
        );
      await imported(desk, whole(one.loanId, 'BK1', 'E2E-7'));
      expect(outcomesOf(await planned(desk, camt(one.loanId, servicer('E2E-7'))))).toEqual([
        'already_imported',
      ]);
      await imported(desk, camt(two.loanId, servicer('E2E-8')));
      expect(outcomesOf(await planned(desk, whole(two.loanId, 'BK2', 'E2E-8')))).toEqual([
        'already_imported',
      ]);
    }),
  );

  it(
    'is known in our own list, though several payments have one reference',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = ownCsv([loanId, '100.00', DAY, 'R1']);
      const first = await imported(desk, file);
      await desk.done('payment_batches.undo', { batch_id: first.batch_id as string, reason: 'wrong file' });
      const second = await imported(desk, file);
      const list = [
        'payment_id,loan_id,payment_amount,payment_date,payment_reference,status',
        `${first.rows[0]?.payment_id},${loanId},100.00,${DAY},R1,reversed`,
        `${second.rows[0]?.payment_id},${loanId},100.00,${DAY},R1,posted`,
        '',
      ].join('\n');
      expect(outcomesOf(await planned(desk, list))).toEqual(['already_imported', 'already_imported']);
      const pasted = `${list}${second.rows[0]?.payment_id},${loanId},70.00,${DAY},R1,posted\n`;
      expect(outcomesOf(await planned(desk, pasted)).at(-1)).toBe('reference_conflict');
    }),
  );

  it(
    'is no matter within one kind, whose keys tell rows apart',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await imported(desk, camt(loanId, servicer('A')));
      expect(outcomesOf(await planned(desk, camt(loanId, servicer('A'), servicer('B'))))).toEqual([
        'already_imported',
        'post',
      ]);
    }),
  );
});

describe('a reference that a bank gives twice', () => {
  it(
    'is none beside another payer, also in a file that names no account: what tells it then waits for a person',
    onDesk(async (desk) => {
      const one = await runningLoan(desk);
      const two = await runningLoan(desk, 'M-2');
      const csv = (...loans: readonly string[]) =>
        [
          'Date,Description,Reference,Credit,Debit',
          ...loans.map((loan) => `${DAY},${loan},FT1,100.00,`),
          '',
        ].join('\n');
      await imported(desk, csv(one.loanId));
      const both = csv(two.loanId, one.loanId);
      expect(outcomesOf(await imported(desk, both))).toEqual(['may_be_known', 'may_be_known']);
      expect(await imported(desk, both)).toMatchObject({ new_rows: 0, known_rows: 2 });
      const other = await runningLoan(desk, 'M-3');
      await imported(desk, ownCsv([other.loanId, '100.00', '2026-04-11', 'FT9']));
      const told = csv(other.loanId).replace('FT1', 'FT9').replace(DAY, '2026-04-11');
      expect(outcomesOf(await planned(desk, told))).toEqual(['already_imported']);
    }),
  );

  it(
    'on two loans is looked at by a person, and the row is known again',
    onDesk(async (desk) => {
      const one = await runningLoan(desk);
      const two = await runningLoan(desk, 'M-2');
      await imported(desk, camt(one.loanId, servicer('BULK')));
      const second = camt(two.loanId, servicer('BULK'));
      const held = await imported(desk, second);
      expect(outcomesOf(held)).toEqual(['may_be_known']);
      expect(held.rows[0]?.reason).toContain('another loan');
      expect(await desk.done('loans.payments', { loan_id: one.loanId })).toHaveLength(1);
      const again = await imported(desk, second);
      expect(outcomesOf(again)).toEqual(['already_imported']);
      expect(again.rows[0]?.held_id).toBe(held.rows[0]?.held_id);
    }),
  );

  it(
    'on several loans is each of them again, in whatever order they stand and beside new ones',
    onDesk(async (desk) => {
      const ids = [];
      for (const merchant of ['M-1', 'M-2', 'M-3']) ids.push((await runningLoan(desk, merchant)).loanId);
      const [one = '', two = '', three = ''] = ids;
      const bulk = (...loans: readonly string[]) =>
        message(statement(loans.map((loan) => camtEntry(loan, servicer('BULK'))).join('')));
      await imported(desk, bulk(one, three));
      const later = await imported(desk, bulk(two, three, one));
      expect(outcomesOf(later)).toEqual(['post', 'already_imported', 'already_imported']);
      expect(await imported(desk, bulk(three, two, one))).toMatchObject({ new_rows: 0 });
      // Alone it has the reference to itself, and nothing says which of the three it is.
      expect(outcomesOf(await imported(desk, bulk(two)))).toEqual(['may_be_known']);
      expect(await imported(desk, bulk(two))).toMatchObject({ new_rows: 0 });
      for (const loan_id of ids) expect(await desk.done('loans.payments', { loan_id })).toHaveLength(1);
    }),
  );

  it(
    'is the same payment when only who paid tells its loan, and the merchant has a new one since',
    onDesk(async (desk) => {
      const payer = `<RltdPties><DbtrAcct><Id><IBAN>${IBAN}</IBAN></Id></DbtrAcct></RltdPties>`;
      const paid = (amount: string, reference: string) =>
        entry({ amount, dates: DATES, details: `<TxDtls>${payer}</TxDtls>` }).replace(
          '>ENTRY<',
          `>${reference}<`,
        );
      const { loanId: loan_id } = await runningLoan(desk);
      const { payoff_amount } = await desk.done('loans.payoff', { loan_id, as_of: DAY });
      const last = paid(payoff_amount.toFixed(2), 'A');
      await imported(desk, message(statement(last)));
      expect(await desk.done('loans.get', { loan_id })).toMatchObject({ payment_status: 'paid_off' });
      await runningLoan(desk);
      const again = await imported(desk, message(statement(last + paid('50.00', 'B'))));
      expect(outcomesOf(again)).toEqual(['already_imported', 'post']);
    }),
  );

  it(
    'is known for the loan it names, whichever it was matched to',
    onDesk(async (desk) => {
      const { loanId: loan_id } = await runningLoan(desk);
      const other = await runningLoan(desk, 'M-2');
      const { payoff_amount } = await desk.done('loans.payoff', { loan_id, as_of: DAY });
      await desk.done('payments.create', paymentInput(desk, loan_id, payoff_amount, { payment_date: DAY }));
      const held = await imported(desk, camt(loan_id, servicer('A')));
      expect(outcomesOf(held)).toEqual(['loan_paid_off']);
      const allocations = [{ loan_id: other.loanId }];
      await desk.done('held_rows.match', { held_id: held.rows[0]?.held_id as string, allocations });
      const again = await imported(desk, camt(loan_id, servicer('A'), servicer('B')));
      expect(outcomesOf(again)).toEqual(['already_imported', 'loan_paid_off']);
    }),
  );

  it(
    'is none where entries are only numbered, so another text of the day is looked at by a person',
    onDesk(async (desk) => {
      const one = await runningLoan(desk);
      const two = await runningLoan(desk, 'M-2');
      const numbered = '<NtryRef>1</NtryRef>';
      await imported(desk, camt(one.loanId, numbered));
      expect(outcomesOf(await imported(desk, camt(two.loanId, numbered)))).toEqual(['may_be_known']);
      expect(outcomesOf(await imported(desk, camt(two.loanId, numbered)))).toEqual(['already_imported']);
    }),
  );
});
