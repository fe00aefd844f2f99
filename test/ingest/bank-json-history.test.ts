import { describe, expect, it } from 'vitest';
import { readUserDataLine } from '../../src/domain/user-data.ts';
import { linesOf, refusalOf, transactionsOf } from './read-user-text.ts';

const obieTransaction = (more: object = {}) => ({
  AccountId: 'acc-1',
  TransactionId: 'tx-1',
  Amount: { Amount: '10.00', Currency: 'EGP' },
  CreditDebitIndicator: 'Credit',
  Status: 'Booked',
  BookingDateTime: '2026-04-05T12:43:07+02:00',
  ...more,
});
const obie = (...transactions: readonly object[]) =>
  JSON.stringify({ Data: { Transaction: transactions }, Links: {}, Meta: {} }, null, 2);

describe('Open Banking transactions', () => {
  it('take direction and balance sign each from their own indicator', async () => {
    const text = obie(
      obieTransaction({
        Balance: { Amount: { Amount: '230.00', Currency: 'EGP' }, CreditDebitIndicator: 'Credit' },
      }),
      obieTransaction({
        AccountId: 'acc-2',
        CreditDebitIndicator: 'Debit',
        Balance: { Amount: { Amount: '57.36', Currency: 'EGP' }, CreditDebitIndicator: 'Debit' },
      }),
      obieTransaction({ TransactionId: 'tx-2', CreditDebitIndicator: 'DBIT', Status: 'BOOK' }),
    );
    const transactions = await transactionsOf(text);
    expect(transactions).toMatchObject([
      {
        event: 'cash_in',
        amount: '10.00',
        balance: '230.00',
        timestamp: Date.parse('2026-04-05T10:43:07Z') / 1000,
      },
      { event: 'cash_out', amount: '10.00', balance: '-57.36', balance_currency: 'EGP' },
      { event: 'cash_out', balance: null, balance_currency: null },
    ]);
    // The same transaction id in two accounts is two transactions.
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(3);
    for (const value of transactions) expect(readUserDataLine(value)).not.toHaveProperty('fault');
  });

  it('know a corrected transaction again, and count equal ones without an id', async () => {
    const [before] = await transactionsOf(obie(obieTransaction()));
    const [after] = await transactionsOf(
      obie(obieTransaction({ Amount: { Amount: '11.00', Currency: 'EGP' } })),
    );
    expect(after!.id).toBe(before!.id);
    expect(after!.id_is_of_content).toBe(false);
    const nameless = obieTransaction({ TransactionId: undefined });
    const twice = await transactionsOf(obie(nameless, nameless));
    expect(new Set(twice.map(({ id }) => id)).size).toBe(2);
    expect((await transactionsOf(obie(nameless)))[0]!.id).toBe(twice[0]!.id);
  });

  it('B26: leave out what is pending, whatever its id, and keep what is booked', async () => {
    const lines = await linesOf(
      obie(
        obieTransaction({ Status: 'Pending' }),
        obieTransaction({ TransactionId: 'tx-9' }),
        obieTransaction({ Status: 'INFO' }),
      ),
    );
    expect(lines.map(({ leftOut }) => leftOut)).toEqual(['status Pending', undefined, 'status INFO']);
  });

  it('are read from an array of pages, a bare array, and pages one after another', async () => {
    const one = obieTransaction();
    const two = obieTransaction({ TransactionId: 'tx-2' });
    const pages = [
      JSON.stringify([JSON.parse(obie(one)), JSON.parse(obie(two))]),
      JSON.stringify([one, two]),
      `${obie(one)}\n${obie(two)}`,
    ];
    const read = await Promise.all(pages.map((text) => transactionsOf(text)));
    expect(read[0]).toHaveLength(2);
    expect(read[1]).toEqual(read[0]);
    expect(read[2]).toEqual(read[0]);
    expect(await linesOf('{"Data":{"Transaction":[]}}')).toEqual([]);
  });

  it('are refused one by one, with line, member and reason', async () => {
    const lines = await linesOf(
      obie(
        obieTransaction({ CreditDebitIndicator: 'Sideways' }),
        obieTransaction({ Amount: { Amount: '-5.00', Currency: 'EGP' } }),
        obieTransaction({ BookingDateTime: '2026-04-05T12:43:07' }),
        obieTransaction({ Status: undefined }),
        obieTransaction({ Balance: { Amount: { Amount: '5' } } }),
        obieTransaction(),
      ),
    );
    expect(lines.map(({ field }) => field)).toEqual([
      'CreditDebitIndicator',
      'Amount.Amount',
      'BookingDateTime',
      'Status',
      'Balance.Amount.Amount',
      undefined,
    ]);
    expect(lines[1]).toMatchObject({
      line: 15,
      value: '-5.00',
      unreadable: 'it is not an amount without a sign',
    });
  });

  it('have types by their bank transaction codes', async () => {
    const typed = async (Code: string, SubCode: string) =>
      (await transactionsOf(obie(obieTransaction({ BankTransactionCode: { Code, SubCode } }))))[0]!
        .transaction_type;
    expect(await typed('ReceivedCreditTransfer', 'PayrollSalaryPayment')).toBe('salary');
    expect(await typed('IssuedCreditTransfer', 'AutomaticTransfer')).toBe('transfer');
    expect(await typed('CustomerCardTransactions', 'CashWithdrawal')).toBe('withdrawal');
    expect(await typed('Whatever', 'Else')).toBe('unknown');
  });

  it('are taken up to where the file is cut; what it ends in is refused', async () => {
    const text = obie(obieTransaction(), obieTransaction());
    const lines = await linesOf(text.slice(0, text.lastIndexOf('CreditDebitIndicator')));
    expect(lines.map(({ unreadable }) => unreadable)).toEqual([
      undefined,
      'the file ends in the middle of a record',
    ]);
  });

  it('are refused as a whole when the file has no transactions at all', async () => {
    expect(await refusalOf('{"Data":{"Transac', { inputFormat: 'open-banking' })).toContain(
      'ends in the middle of its JSON',
    );
    expect(await refusalOf('{"Data":{}}', { inputFormat: 'open-banking' })).toContain(
      'has no list Data.Transaction',
    );
    expect(await refusalOf(`${'['.repeat(70)}`, { inputFormat: 'open-banking' })).toContain(
      'nests deeper than 64',
    );
    expect(await refusalOf(obie(obieTransaction()), { accountType: undefined as never })).toContain(
      '--account-type',
    );
  });
});

const plaidTransaction = (more: object = {}) => ({
  account_id: 'acc-1',
  transaction_id: 'tx-1',
  amount: 89.4,
  iso_currency_code: 'EGP',
  date: '2026-04-05',
  datetime: null,
  pending: false,
  ...more,
});
const plaid = (...transactions: readonly object[]) =>
  JSON.stringify({
    accounts: [
      { account_id: 'acc-1', type: 'depository', subtype: 'checking', balances: { current: 5 } },
      { account_id: 'acc-2', type: 'credit', subtype: 'credit card', balances: {} },
    ],
    item: { error: null, products: ['transactions'] },
    total_transactions: transactions.length,
    transactions,
  });

describe('Plaid transactions', () => {
  it('have a positive amount for money out and a negative one for money in', async () => {
    const text = plaid(
      plaidTransaction(),
      plaidTransaction({
        transaction_id: 'tx-2',
        account_id: 'acc-2',
        amount: -1200,
        datetime: '2026-04-05T09:00:00Z',
      }),
    );
    const transactions = await transactionsOf(text, { accountType: undefined as never });
    expect(transactions).toMatchObject([
      {
        event: 'cash_out',
        amount: '89.40',
        account_type: 'debit',
        timestamp: Date.UTC(2026, 3, 5) / 1000,
        balance: null,
      },
      {
        event: 'cash_in',
        amount: '1200.00',
        account_type: 'credit_limit',
        timestamp: Date.UTC(2026, 3, 5, 9) / 1000,
      },
    ]);
    for (const value of transactions) expect(readUserDataLine(value)).not.toHaveProperty('fault');
  });

  it('are left out while pending, and when taken back', async () => {
    const text = JSON.stringify({
      added: [plaidTransaction({ pending: true }), plaidTransaction({ transaction_id: 'tx-2' })],
      modified: [plaidTransaction({ transaction_id: 'tx-3' })],
      removed: [{ transaction_id: 'tx-4' }],
    });
    expect((await linesOf(text)).map(({ leftOut }) => leftOut)).toEqual([
      'status pending',
      undefined,
      undefined,
      'taken back by the institution',
    ]);
  });

  it('have types by their category', async () => {
    const typed = async (primary: string, detailed: string) => {
      const category = { personal_finance_category: { primary, detailed } };
      return (await transactionsOf(plaid(plaidTransaction(category))))[0]!.transaction_type;
    };
    expect(await typed('INCOME', 'INCOME_WAGES')).toBe('salary');
    expect(await typed('TRANSFER_OUT', 'TRANSFER_OUT_WITHDRAWAL')).toBe('withdrawal');
    expect(await typed('FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE')).toBe('purchase');
    expect(await typed('BANK_FEES', 'BANK_FEES_OTHER')).toBe('unknown');
  });

  it('are refused one by one', async () => {
    const lines = await linesOf(
      JSON.stringify([
        plaidTransaction({ amount: 1e21 }),
        plaidTransaction({ iso_currency_code: null, unofficial_currency_code: null }),
        plaidTransaction({ account_id: 'acc-9' }),
        plaidTransaction({ pending: undefined }),
      ]),
      { accountType: undefined as never },
    );
    expect(lines.map(({ field, unreadable }) => [field, unreadable !== undefined])).toEqual([
      ['amount', true],
      ['iso_currency_code', true],
      ['account_id', true],
      ['pending', true],
    ]);
    const [noDay] = await linesOf(plaid(plaidTransaction({ date: '2026-02-30' })));
    expect(noDay).toMatchObject({ field: 'date', value: '2026-02-30' });
    expect(lines[1]!.unreadable).toContain('--currency');
    expect(lines[2]!.unreadable).toContain('--account-type');
  });
});
