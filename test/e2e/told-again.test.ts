import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../run-here.ts';
import { batch, contentOf, details, readKind, says, type ToldFile } from './told-files.ts';

let home: string;
let loanA: string;
let loanB: string;
let turns = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'loandesk-told-again-'));
  const began = desk('begun', '2026-03-01');
  await mkdir(began.folder);
  await began.must('ledger init');
  loanA = await runningLoan(began, 'nile');
  loanB = await runningLoan(began, 'delta');
  for (const user of ['amal', 'karim']) {
    const told = { kind: 'user', user_id: user, permissions_status: 'granted', user_name: user };
    const line = JSON.stringify({ ...told, user_phone: '+201001234567', created_at: '2025-01-01T00:00:00Z' });
    await began.write('users.jsonl', line);
    await began.must('users import users.jsonl');
  }
  const shop = [
    { kind: 'merchant', external_id: 'nile', name: 'Nile' },
    { kind: 'store', merchant: 'nile', id: 'web', type: 'PLATFORM_A', name: 'Web', status: 'QUEUED' },
  ];
  await began.write('shop.jsonl', shop.map((one) => JSON.stringify(one)).join('\n'));
  await began.must('merchants import shop.jsonl');
}, 60_000);

afterAll(() => rm(home, { recursive: true, force: true }));

/** A folder with a ledger, and the program to work on it. */
function desk(name: string, day: string) {
  const folder = join(home, name);
  const run = (words: readonly string[]) =>
    runHere([...words, '--ledger', join(folder, 'l.db'), '--business-date', day], {
      folder,
      environment: { LOANDESK_HOME: join(folder, 'home') },
    });
  return {
    folder,
    run,
    must: async (line: string) => {
      const { exitCode, out, error } = await run([...line.split(' '), '--yes', '--json']);
      if (exitCode !== 0) throw new Error(`${line}: ${out}${error}`);
      return JSON.parse(out);
    },
    write: (file: string, content: string | Uint8Array) => writeFile(join(folder, file), content),
  };
}
type Desk = ReturnType<typeof desk>;

async function runningLoan({ must }: Desk, merchant: string): Promise<string> {
  const asked = '--purpose inventory --monthly-sales 90000 --platform platform_a --amount 12000 --term 12';
  const { application_id } = await must(
    `apply --merchant-id ${merchant} --business-name ${merchant} ${asked}`,
  );
  const decided = `decide ${application_id} --approve --amount 12000 --rate 24 --term 12 --override-reason x`;
  const { loan_id } = await must(decided);
  await must(`disburse ${loan_id} --method bank_transfer --account EG380019000500000000263180002`);
  return loan_id;
}

/** The desk as it began, in a folder of its own. */
async function freshDesk(): Promise<Desk> {
  turns += 1;
  const fresh = desk(String(turns), '2026-06-30');
  await mkdir(fresh.folder);
  await copyFile(join(home, 'begun', 'l.db'), join(fresh.folder, 'l.db'));
  return fresh;
}

const inShort = (loan: string | null) => (loan === loanA ? ' A' : loan === loanB ? ' B' : '');

interface Row {
  readonly outcome: string;
  readonly amount: string;
  readonly code: string | null;
  readonly loan_id: string | null;
}

/** Imports a file; answers the exit code and what became of its rows, in short. */
async function imported({ run, write }: Desk, file: ToldFile): Promise<string> {
  await write(file.name, contentOf(file, [loanA, loanB]));
  const words = ['pay', 'import', file.name, '--yes', '--json', '--rows', ...file.options];
  const { exitCode, out, error } = await run(words);
  if (out === '') throw new Error(error);
  const { rows, title, detail } = JSON.parse(out);
  if (rows === undefined) return `${exitCode}: ${title}: ${detail}`;
  const short = ({ outcome, amount, code, loan_id }: Row) =>
    `${outcome} ${amount}${outcome === 'post' ? inShort(loan_id) : code === null ? '' : ` ${code}`}`;
  return `${exitCode}: ${rows.map(short).join(', ')}`;
}

interface Waiting {
  readonly amount: string;
  readonly code: string;
  readonly suggestions: readonly string[];
}

/** What stands on the books: payments, held rows with what they may be or take back, the statements of an account. */
async function books({ must, run }: Desk, account: string | undefined): Promise<string> {
  const payments = new Map<string, string>();
  for (const loan of [loanA, loanB]) {
    for (const one of await must(`loan payments ${loan}`)) {
      const reference = one.payment_reference === null ? '' : ` ${one.payment_reference}`;
      payments.set(one.payment_id, `${one.payment_amount}${inShort(loan)}${reference}`);
    }
  }
  const held = (await must('pay review ls')).map(({ amount, code, suggestions }: Waiting) =>
    [`${amount} ${code}`, ...suggestions.map((id) => payments.get(id) ?? inShort(id).trim())].join(' of '),
  );
  await must('ledger verify');
  const lines = [`paid ${[...payments.values()].join(', ')}`.trim()];
  if (held.length > 0) lines.push(`held ${held.toSorted().join(', ')}`);
  if (account !== undefined) lines.push(`account ${account}: ${await reconciliation(run, account)}`);
  return lines.join('\n');
}

/** An account's reconciliation in one line. */
async function reconciliation(run: Desk['run'], account: string): Promise<string> {
  const words = `report reconciliation --account ${account} --from 2026-04-01 --to 2026-06-30 --json`;
  const { exitCode, out } = await run(words.split(' '));
  const [{ opening, credits, debits, closing, difference, held }] = JSON.parse(out).currencies;
  const sums = `${opening ?? '?'} + ${credits.sum} - ${debits.sum} = ${closing ?? '?'}`;
  return `${sums}, held ${held.sum}, off by ${difference}: exit ${exitCode}`;
}

/**
 * The same money told again, and files readers stumbled over. A kind tells its files, one after the other on one
 * ledger: the name with its options, the lines, and behind an arrow the exit code and what became of each row. Then
 * what stands on the books. LN-A and LN-B are running loans.
 */
const KINDS: Readonly<Record<string, string>> = {
  // Headings nobody mapped.
  'headings of a bank’s own': `
    a.csv
    Posting Date,Instrument No,Particulars,Withdrawals,Deposits,Running Balance
    2026-04-02,TT01,Transfer Mona LN-A,,500.00,1500.00
    -> 0: post 500.00 A
    b.csv
    Posting Date,Instrument No,Particulars,Withdrawals,Deposits,Running Balance
    2026-04-02,TT02,Transfer Omar LN-B,,500.00,2000.00
    -> 0: post 500.00 B
    paid 500 A TT01, 500 B TT02`,
  'headings in Arabic': `
    a.csv
    تاريخ الحركة,رقم العملية,بيان الحركة,مدين,دائن,الرصيد الدفتري
    2026-04-02,TT01,تحويل LN-A,,500.00,1500.00
    -> 0: post 500.00 A
    b.csv
    تاريخ الحركة,رقم العملية,بيان الحركة,مدين,دائن,الرصيد الدفتري
    2026-04-02,TT02,تحويل LN-B,,500.00,2000.00
    -> 0: post 500.00 B
    paid 500 A TT01, 500 B TT02`,
  'a heading nobody knows, in a workbook': `
    a.xlsx
    Date|Told by|Credit|Debit|Balance
    2026-04-02|Mona LN-A|500||1500
    -> 0: post 500.00 A
    b.xlsx
    Date|Told by|Credit|Debit|Balance
    2026-04-02|Omar LN-B|500||2000
    -> 0: post 500.00 B
    paid 500 A, 500 B`,

  // A row told again as taken back.
  'taken back: an Arabic file of a wallet': `
    a.csv --sign credits-only
    التاريخ,رقم العملية,البيان,المبلغ,الحالة
    2026-04-02,W77,سداد LN-A,500.00,تم
    -> 0: post 500.00 A
    b.csv --sign credits-only
    التاريخ,رقم العملية,البيان,المبلغ,الحالة
    2026-04-02,W77,سداد LN-A,500.00,مستردة
    -> 8: held 500.00 returned_payment
    paid 500 A W77
    held 500 returned_payment of 500 A W77`,
  'taken back: a workbook': `
    a.xlsx
    Date|Txn ID|Narration|Paid in|Paid out|Status
    2026-04-02|W78|LN-A|500||Success
    -> 0: post 500.00 A
    b.xlsx
    Date|Txn ID|Narration|Paid in|Paid out|Status
    2026-04-02|W78|LN-A|500||Chargeback
    -> 8: held 500.00 returned_payment
    paid 500 A W78
    held 500 returned_payment of 500 A W78`,
  'taken back: camt': `
    a.053
    2026-04-02 CRDT 500.00 W79 ${details(says('LN-A'))}
    -> 0: post 500.00 A
    b.053
    2026-04-03 DBIT 500.00 W79 <RvslInd>true</RvslInd>${details(says('LN-A'))}
    -> 8: held 500.00 returned_payment
    paid 500 A W79
    held 500 returned_payment of 500 A W79
    account EG12: ? + 500.00 - 500.00 = ?, held 0.00, off by 0.00: exit 0`,
  'taken back: MT940': `
    a.sta
    :60F:C260401EGP1000,00
    :61:2604020402C500,00NTRFNONREF//W80
    :86:LN-A
    :62F:C260402EGP1500,00
    -> 0: post 500.00 A
    b.sta
    :60F:C260402EGP1500,00
    :61:2604030403RC500,00NTRFNONREF//W80
    :86:LN-A
    :62F:C260403EGP1000,00
    -> 8: held 500.00 returned_payment
    paid 500 A W80
    held 500 returned_payment of 500 A W80
    account 111: 1000.00 + 500.00 - 500.00 = 1000.00, held 0.00, off by 0.00: exit 0`,
  'taken back: said to have failed, and told again': `
    a.csv
    Date,Reference,Description,Debit,Credit,Status
    2026-04-02,W81,LN-A,,500.00,Completed
    -> 0: post 500.00 A
    b.csv
    Date,Reference,Description,Debit,Credit,Status
    2026-04-02,W81,LN-A,,500.00,Failed
    -> 8: held 500.00 returned_payment
    c.csv
    Status,Date,Reference,Description,Debit,Credit
    Cancelled,2026-04-02,W81,LN-A,,500.00
    Completed,2026-04-03,W82,LN-B,,70.00
    -> 0: already_imported 500.00, post 70.00 B
    paid 500 A W81, 70 B W82
    held 500 returned_payment of 500 A W81`,
  'an attempt that failed before the money came': `
    a.csv
    Date,Reference,Description,Debit,Credit,Status
    2026-04-02,W83,LN-A,,500.00,Failed
    2026-04-02,W83,LN-A,,500.00,Completed
    2026-04-02,W84,LN-B,,70.00,Failed
    -> 0: not_a_repayment 500.00, post 500.00 A, not_a_repayment 70.00
    b.csv
    Date,Reference,Description,Debit,Credit,Status
    2026-04-02,W83,LN-A,,500.00,Failed
    2026-04-02,W83,LN-A,,500.00,Completed
    2026-04-02,W84,LN-B,,70.00,Failed
    2026-04-03,W84,LN-B,,70.00,Completed
    -> 0: not_a_repayment 500.00, already_imported 500.00, not_a_repayment 70.00, post 70.00 B
    c.csv
    Reference,Date,Description,Debit,Credit,Status
    W84,2026-04-02,LN-B,,70.00,Failed
    -> 0: not_a_repayment 70.00
    paid 500 A W83, 70 B W84`,
  'taken back: our own columns, in the same file and the next': `
    a.csv
    loan_id,payment_amount,payment_date,payment_reference,status
    LN-A,500.00,2026-04-02,R1,Completed
    LN-B,70.00,2026-04-02,R2,Completed
    LN-B,70.00,2026-04-02,R2,Reversed
    -> 8: post 500.00 A, post 70.00 B, held 70.00 returned_payment
    b.jsonl
    {"loan_id":"LN-A","payment_amount":"500.00","payment_date":"2026-04-02","payment_reference":"R1","status":"failed"}
    -> 8: held 500.00 returned_payment
    paid 500 A R1, 70 B R2
    held 500 returned_payment of 500 A R1, 70 returned_payment of 70 B R2`,

  // What only stands for a reference.
  ...Object.fromEntries(
    ['N/A', '0000', 'لا يوجد'].map((none) => [
      `no reference: ${none}`,
      `
    a.csv
    Account No,111,,,,
    Date,Description,Reference,Debit,Credit,Balance
    2026-04-02,Mona,${none},,500.00,1500.00
    -> 8: held 500.00 no_match
    b.csv
    Account No,111,,,,
    Date,Description,Reference,Debit,Credit,Balance
    2026-04-02,Omar,${none},,500.00,2000.00
    -> 8: held 500.00 no_match
    paid
    held 500 no_match, 500 no_match
    account 111: 1000.00 + 1000.00 - 0.00 = 2000.00, held 1000.00, off by 0.00: exit 0`,
    ]),
  ),
  'no reference: NONREF in MT940': `
    a.sta
    :60F:C260402EGP1000,00
    :61:2604020402C500,00NTRFNONREF
    :86:Mona
    :62F:C260402EGP1500,00
    -> 8: held 500.00 no_match
    b.sta
    :60F:C260402EGP1500,00
    :61:2604020402C500,00NTRFNONREF
    :86:Omar
    :62F:C260402EGP2000,00
    -> 8: held 500.00 no_match
    paid
    held 500 no_match, 500 no_match
    account 111: 1000.00 + 1000.00 - 0.00 = 2000.00, held 1000.00, off by 0.00: exit 0`,
  'no reference: NOTPROVIDED in camt': `
    a.053
    2026-04-02 CRDT 500.00 NOREF ${details(`<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${says('Mona')}`)}
    2026-04-02 CRDT 500.00 NOREF ${details(`<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${says('Omar')}`)}
    -> 8: held 500.00 no_match, held 500.00 no_match
    paid
    held 500 no_match, 500 no_match
    account EG12: ? + 1000.00 - 0.00 = ?, held 1000.00, off by 0.00: exit 0`,

  // Another layout.
  'another layout: the CSV, then a workbook, newest first': `
    a.csv
    Account No,111,,,
    Date,Description,Debit,Credit,Balance
    2026-04-02,Transfer  LN-A ,,500.00,1500.00
    2026-04-03,Fee,5.00,,1495.00
    -> 0: post 500.00 A, not_a_repayment 5.00
    b.xlsx
    Account No|"111"
    Value Date|Post Date|Branch|Narration|Paid in|Paid out|Running balance
    2026-04-03|2026-04-03|Giza|FEE||5|1495
    2026-04-02|2026-04-02|Giza|TRANSFER LN-A|500||1500
    -> 0: not_a_repayment 5.00, already_imported 500.00
    paid 500 A
    account 111: 1000.00 + 500.00 - 5.00 = 1495.00, held 0.00, off by 0.00: exit 0`,
  'another layout: MT940, then a CSV in Arabic': `
    a.sta
    :60F:C260401EGP1000,00
    :61:2604020402C500,00NTRFNONREF
    :86:LN-A
    :62F:C260402EGP1500,00
    -> 0: post 500.00 A
    b.csv
    رقم الحساب,111,,,
    تاريخ القيد,البيان,مدين,دائن,الرصيد
    2026-04-02,تحويل,,500.00,1500.00
    -> 0: already_imported 500.00
    paid 500 A
    account 111: 1000.00 + 500.00 - 0.00 = 1500.00, held 0.00, off by 0.00: exit 0`,
  'another layout: a day that grew, with one more column': `
    a.csv
    Account No,111,,,
    Date,Description,Debit,Credit,Balance
    2026-04-02,LN-A,,500.00,1500.00
    -> 0: post 500.00 A
    b.csv
    Account No,111,,,,
    Date,Channel,Description,Debit,Credit,Balance
    2026-04-02,IPN,pay LN-A,,500.00,1500.00
    2026-04-02,IPN,pay LN-A,,500.00,2000.00
    -> 0: already_imported 500.00, post 500.00 A
    paid 500 A, 500 A
    account 111: 1000.00 + 1000.00 - 0.00 = 2000.00, held 0.00, off by 0.00: exit 0`,

  // Our own columns, which staff prepare.
  'own columns corrected: a workbook': `
    a.xlsx
    loan_id|payment_amount|payment_date|payment_reference
    LN-A|1000|2026-04-01|R1
    LN-B|1000|2026-04-01|R2
    -> 0: post 1000.00 A, post 1000.00 B
    b.xlsx
    loan_id|payment_amount|payment_date|payment_reference
    LN-A|1000|2026-04-01|R1
    LN-B|1500|2026-04-01|R2
    -> 3: already_imported 1000.00, refused 1500.00 reference_conflict
    paid 1000 A R1, 1000 B R2`,
  'own columns corrected: JSON Lines, another loan': `
    a.jsonl
    {"loan_id":"LN-A","payment_amount":"1000.00","payment_date":"2026-04-01","payment_reference":"R1"}
    {"loan_id":"LN-B","payment_amount":"1000.00","payment_date":"2026-04-01","payment_reference":"R2"}
    -> 0: post 1000.00 A, post 1000.00 B
    b.jsonl
    {"loan_id":"LN-A","payment_amount":"1000.00","payment_date":"2026-04-01","payment_reference":"R1"}
    {"loan_id":"LN-A","payment_amount":"1000.00","payment_date":"2026-04-01","payment_reference":"R2"}
    -> 3: already_imported 1000.00, refused 1000.00 reference_conflict
    paid 1000 A R1, 1000 B R2`,
  'own columns corrected: semicolons, another day': `
    a.csv
    payment_reference;loan_id;payment_amount;payment_date
    R1;LN-A;1000.00;2026-04-01
    -> 0: post 1000.00 A
    b.csv --on-error reject
    payment_reference;loan_id;payment_amount;payment_date
    R1;LN-A;1000.00;2026-04-09
    R3;LN-B;700.00;2026-04-09
    -> 8: refused 1000.00 reference_conflict, post 700.00 B
    paid 1000 A R1, 700 B R3`,
  'own columns pasted twice: a workbook': `
    a.xlsx
    loan_id|payment_amount|payment_date|payment_reference
    LN-B|1000|2026-04-01|R2
    LN-B|1000|2026-04-01|R2
    -> 3: refused 1000.00 reference_conflict, refused 1000.00 reference_conflict
    paid`,
  'own columns pasted twice: JSON Lines': `
    a.jsonl
    {"loan_id":"LN-B","payment_amount":"1000.00","payment_date":"2026-04-01","payment_reference":"R2"}
    {"loan_id":"LN-B","payment_amount":"1000.00","payment_date":"2026-04-01","payment_reference":"R2"}
    -> 3: refused 1000.00 reference_conflict, refused 1000.00 reference_conflict
    paid`,
  'own columns pasted twice: another row between': `
    a.csv --on-error reject
    loan_id,payment_amount,payment_date,payment_reference,payment_method
    LN-B,1000.00,2026-04-01,R2,auto_debit
    LN-A,300.00,2026-04-01,R1,auto_debit
    LN-B,1000.00,2026-04-01,R2,auto_debit
    -> 8: refused 1000.00 reference_conflict, post 300.00 A, refused 1000.00 reference_conflict
    paid 300 A R1`,

  // A refund seen first.
  'a refund: words said with --status': `
    a.csv --sign credits-only --columns-map status=State --status posted=Captured reversed=Sent back
    Payment ID,Created at,Amount,State,Description
    9101,2026-04-05,500.00,Captured,LN-A
    9102,2026-04-06,500.00,Sent back,LN-A
    -> 8: post 500.00 A, held 500.00 returned_payment
    paid 500 A 9101
    held 500 returned_payment of 500 A 9101`,
  'a refund: a workbook, no payment before': `
    a.xlsx
    Date|Txn ID|Details|Credit|Debit|Status
    2026-04-02|Q1|LN-A|500||Refunded
    -> 8: held 500.00 returned_payment
    paid
    held 500 returned_payment`,
  'a refund: camt, no payment before': `
    a.053
    2026-04-02 DBIT 500.00 Q2 <RvslInd>true</RvslInd>${details(says('LN-A'))}
    -> 8: held 500.00 returned_payment
    paid
    held 500 returned_payment
    account EG12: ? + 0.00 - 500.00 = ?, held 0.00, off by 0.00: exit 0`,

  // A dash where nothing moved.
  'a dash: long ones, Arabic headings': `
    a.csv
    التاريخ,البيان,مدين,دائن,الرصيد
    2026-04-02,LN-A, — ,500.00,1500.00
    2026-04-03,رسوم,5.00, – ,1495.00
    -> 0: post 500.00 A, not_a_repayment 5.00
    paid 500 A`,
  'a dash: a workbook': `
    a.xlsx
    Account No|"111"
    Date|Narrative|Paid out|Paid in|Balance
    2026-04-02|LN-A|-|500|1500
    2026-04-03|fee|5| -   |1495
    -> 0: post 500.00 A, not_a_repayment 5.00
    paid 500 A
    account 111: 1000.00 + 500.00 - 5.00 = 1495.00, held 0.00, off by 0.00: exit 0`,
  'a dash: semicolons and decimal commas': `
    a.csv
    Account No;111;;;
    Date;Details;Money out;Money in;Balance
    02/04/2026;LN-A;-;500,00;1.500,00
    13/04/2026;fee;5,00;--;1.495,00
    -> 0: post 500.00 A, not_a_repayment 5.00
    paid 500 A
    account 111: 1000.00 + 500.00 - 5.00 = 1495.00, held 0.00, off by 0.00: exit 0`,

  // Which way money went, said beside the amount.
  'Cr and Dr behind, without blanks': `
    a.csv
    Account No,111,,
    Date,Remarks,Amount,Balance
    2026-05-17,LN-A,1000.00CR,1100.00CR
    2026-05-18,fee,10.00 Dr.,1090.00 Cr.
    -> 0: post 1000.00 A, not_a_repayment 10.00
    paid 1000 A
    account 111: 100.00 + 1000.00 - 10.00 = 1090.00, held 0.00, off by 0.00: exit 0`,
  'Cr and Dr in front': `
    a.csv
    Account No,111,,
    Txn Date,Particulars,Amount,Balance
    2026-05-17,LN-A,"CR 1,000.00","CR 1,100.00"
    2026-05-18,fee,DR 10.00,"CR 1,090.00"
    -> 0: post 1000.00 A, not_a_repayment 10.00
    paid 1000 A
    account 111: 100.00 + 1000.00 - 10.00 = 1090.00, held 0.00, off by 0.00: exit 0`,
  'brackets, and a sign behind, in a workbook': `
    a.xlsx
    Account No|"111"
    Date|Remarks|Amount|Balance
    2026-05-17|LN-A|1,000.00|1,100.00
    2026-05-18|fee|(10.00)|1,090.00
    2026-05-19|fee|5.00-|1,085.00
    -> 0: post 1000.00 A, not_a_repayment 10.00, not_a_repayment 5.00
    paid 1000 A
    account 111: 100.00 + 1000.00 - 15.00 = 1085.00, held 0.00, off by 0.00: exit 0`,
  'Arabic words behind': `
    a.csv
    التاريخ,البيان,المبلغ,الرصيد
    2026-05-17,LN-A,1000.00 دائن,1100.00 دائن
    2026-05-18,رسوم,10.00 مدين,1090.00 دائن
    -> 0: post 1000.00 A, not_a_repayment 10.00
    paid 1000 A`,

  // One entry that is wrong by itself.
  'a faulty entry: a day that is none, camt': `
    a.053
    2026-04-31 CRDT 300.00 Q3 ${details(says('LN-A'))}
    2026-04-02 CRDT 400.00 Q4 ${details(says('LN-B'))}
    -> 3: refused 300.00 invalid_date, post 400.00 B
    a.053 --on-error reject
    2026-04-31 CRDT 300.00 Q3 ${details(says('LN-A'))}
    2026-04-02 CRDT 400.00 Q4 ${details(says('LN-B'))}
    -> 8: refused 300.00 invalid_date, post 400.00 B
    paid 400 B Q4
    account EG12: ? + 400.00 - 0.00 = ?, held 0.00, off by 300.00: exit 8`,
  'a faulty entry: the count of a batch, a notification': `
    a.054
    2026-04-02 CRDT 300.00 Q3 ${batch(3, 'EGP', '300.00')}
    2026-04-02 CRDT 400.00 Q4 ${details(says('LN-B'))}
    -> 3: refused 300.00 control_total, post 400.00 B
    a.054 --on-error reject
    2026-04-02 CRDT 300.00 Q3 ${batch(3, 'EGP', '300.00')}
    2026-04-02 CRDT 400.00 Q4 ${details(says('LN-B'))}
    -> 8: refused 300.00 control_total, post 400.00 B
    paid 400 B Q4`,
  'a faulty entry: a day that is none, MT940': `
    a.sta --on-error reject
    :60F:C260401EGP1000,00
    :61:2604310431C300,00NTRFNONREF//Q3
    :86:LN-A
    :61:2604020402C400,00NTRFNONREF//Q4
    :86:LN-B
    :62F:C260402EGP1700,00
    -> 8: refused 300.00 invalid_date, post 400.00 B
    paid 400 B Q4
    account 111: 1000.00 + 400.00 - 0.00 = 1700.00, held 0.00, off by 300.00: exit 8`,

  // A total of a batch in another currency.
  'a total in dollars': `
    a.053
    2026-04-02 CRDT 300.00 Q5 ${batch(2, 'USD', '6.00')}
    -> 0: post 100.00 A, post 200.00 B
    paid 100 A Q5, 200 B Q5
    account EG12: ? + 300.00 - 0.00 = ?, held 0.00, off by 0.00: exit 0`,
  'a total in euros, a notification': `
    a.054
    2026-04-02 CRDT 300.00 Q5 ${batch(2, 'EUR', '4.00')}
    -> 0: post 100.00 A, post 200.00 B
    paid 100 A Q5, 200 B Q5`,
  'a total in its own currency, and another one': `
    a.053 --on-error reject
    2026-04-02 CRDT 300.00 Q5 ${batch(2, 'EGP', '301.00')}
    2026-04-02 CRDT 400.00 Q4 ${details(says('LN-B'))}
    -> 8: refused 300.00 control_total, post 400.00 B
    paid 400 B Q4
    account EG12: ? + 400.00 - 0.00 = ?, held 0.00, off by 300.00: exit 8`,
};

describe('the same money told again', () => {
  it.each(Object.entries(KINDS))('%s', async (_what, text) => {
    const here = await freshDesk();
    const { files, stands } = readKind(text);
    const gave = [];
    for (const file of files) gave.push(await imported(here, file));
    expect.soft(gave).toEqual(files.map(({ gives }) => gives));
    const account = /^account (\w+)/m.exec(stands)?.[1];
    expect(await books(here, account)).toBe(stands);
  });

  it('knows a payment of our own list that was reversed here, and asks about one that stands', async () => {
    const here = await freshDesk();
    await here.must(`pay ${loanA} --amount 500 --date 2026-04-02 --method manual_transfer`);
    const { out: posted } = await here.run(['pay', 'ls', '--format', 'csv']);
    await here.write('posted.csv', posted);
    await here.write('reversed.csv', posted.replace(',posted,', ',reversed,'));
    const take = async (file: string) => {
      const { exitCode, out } = await here.run(['pay', 'import', file, '--yes', '--json']);
      const { outcomes } = JSON.parse(out);
      return [exitCode, ...Object.keys(outcomes).filter((one) => outcomes[one].length > 0)];
    };
    expect(await take('posted.csv')).toEqual([0, 'already_imported']);
    expect(await take('reversed.csv')).toEqual([8, 'held']);
    const [{ held_id, suggestions }] = await here.must('pay review ls');
    await here.must(`pay review match ${held_id} ${suggestions}`);
    for (const format of ['csv', 'ndjson']) {
      const { out } = await here.run(['pay', 'ls', '--format', format]);
      await here.write(`list.${format}`, out);
      expect(await take(`list.${format}`)).toEqual([0, 'already_imported']);
    }
  });
});

const CARD = '--user amal --institution Delta --account-type credit_limit --currency EGP';
const CARD_TOLD = '0: cash_in 60.00 2026-04-20, cash_out 110.00 2026-04-02, cash_out 29.00 2026-04-01';
const WALLET = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';

/** Histories of users: behind an arrow the exit code, and what is in the ledger then, or which flag was named. */
const HISTORIES: Readonly<Record<string, string>> = {
  'a card, in a workbook': `
    a.xlsx ${CARD}
    Date|Merchant|Amount
    2026-04-01|Grocery|29
    2026-04-02|Fuel|110
    2026-04-20|PAYMENT RECEIVED|-60
    -> 2: --sign debits-positive
    a.xlsx ${CARD} --sign debits-positive
    Date|Merchant|Amount
    2026-04-01|Grocery|29
    2026-04-02|Fuel|110
    2026-04-20|PAYMENT RECEIVED|-60
    -> ${CARD_TOLD}`,
  'a card, in Arabic': `
    a.csv ${CARD}
    التاريخ,البيان,المبلغ
    2026-04-01,بقالة,29.00
    2026-04-02,وقود,110.00
    2026-04-20,سداد,-60.00
    -> 2: --sign debits-positive
    a.csv ${CARD} --sign debits-positive
    التاريخ,البيان,المبلغ
    2026-04-01,بقالة,29.00
    2026-04-02,وقود,110.00
    2026-04-20,سداد,-60.00
    -> ${CARD_TOLD}`,
  'a card whose balances tell': `
    a.csv ${CARD}
    Txn Date;Narration;Amount;Balance
    2026-04-01;Grocery;29.00;-29.00
    2026-04-02;Fuel;110.00;-139.00
    2026-04-20;PAYMENT RECEIVED;-60.00;-79.00
    -> ${CARD_TOLD}`,
  'a wallet: days before months': `
    a.csv --user karim
    ${WALLET}
    AB1,04/05/2025 06:12:00,Airtime Purchase,Completed,,-50.00,100.00
    -> 2: --date-format
    a.csv --user karim --date-format DD/MM/YYYY
    ${WALLET}
    AB1,04/05/2025 06:12:00,Airtime Purchase,Completed,,-50.00,100.00
    -> 0: cash_out 50.00 2025-05-04`,
  'a wallet: months before days': `
    a.csv --user karim --date-format MM/DD/YYYY
    ${WALLET}
    AB1,04/05/2025 06:12:00,Airtime Purchase,Completed,,-50.00,100.00
    -> 0: cash_out 50.00 2025-04-05`,
  'a wallet, in a workbook': `
    a.xlsx --user karim --date-format DD-MM-YY
    ${WALLET.replaceAll(',', '|')}
    AB1|04-05-25 06:12:00|Airtime Purchase|Completed||-50|100
    -> 0: cash_out 50.00 2025-05-04`,
  'a bank, in Arabic': `
    a.csv --user karim --institution Delta --account-type debit --currency EGP --date-format DD-MM-YYYY
    التاريخ;البيان;مدين;دائن;الرصيد
    04-05-2025;شراء رصيد;50,00;;100,00
    -> 0: cash_out 50.00 2025-05-04`,
};

const WOO =
  '"status":"completed","currency":"EGP","date_created_gmt":"2026-04-01T10:00:00","date_paid_gmt":"2026-04-01T10:01:00","total":"100.00","line_items":[]}';
const SHOPIFY =
  '"created_at":"2026-04-01T10:00:00Z","currency":"EGP","total_price":"100.00","financial_status":"paid","line_items":[]}';

/** Orders of shops: behind an arrow the exit code, and the orders in the ledger then. */
const ORDERS: Readonly<Record<string, string>> = {
  'WooCommerce: one by itself, then in an envelope': `
    a.json
    {"id":7,${WOO}
    -> 0: 7 100.00
    b.json
    {"data":{"id":8,${WOO}}
    -> 0: 7 100.00, 8 100.00`,
  'WooCommerce: one a line': `
    a.json --input-format woocommerce-json
    {"id":7,${WOO}
    {"id":8,${WOO}
    -> 0: 7 100.00, 8 100.00`,
  'Shopify: in an envelope of one, of data, of many': `
    a.json
    {"order":{"id":7,${SHOPIFY}}
    -> 0: 7 100.00
    b.json
    {"data":{"id":8,${SHOPIFY}}
    -> 0: 7 100.00, 8 100.00
    c.json
    {"orders":[{"id":9,${SHOPIFY}]}
    -> 0: 7 100.00, 8 100.00, 9 100.00`,
};

interface Movement {
  readonly event: string;
  readonly amount: string;
  readonly timestamp: number;
}

interface Order {
  readonly id: string;
  readonly total_price: string;
}

describe('histories and orders', () => {
  it.each(Object.entries(HISTORIES))('%s', async (_what, text) => {
    const here = await freshDesk();
    for (const file of readKind(text).files) {
      await here.write(file.name, contentOf(file, [loanA, loanB]));
      const { exitCode, error } = await here.run(['users', 'import', file.name, '--yes', ...file.options]);
      const [code, flag = ''] = file.gives.split(': ');
      if (code === '2') {
        expect([exitCode, error]).toEqual([2, expect.stringContaining(flag)]);
        continue;
      }
      const all: readonly Movement[] = await here.must(`users transactions ${file.options[1]}`);
      const short = all.map(
        ({ event, amount, timestamp }) =>
          `${event} ${amount} ${new Date(timestamp * 1000).toISOString().slice(0, 10)}`,
      );
      expect(`${exitCode}: ${short.join(', ')}`, error).toBe(file.gives);
    }
  });

  it.each(Object.entries(ORDERS))('%s', async (_what, text) => {
    const here = await freshDesk();
    for (const file of readKind(text).files) {
      await here.write(file.name, contentOf(file, [loanA, loanB]));
      const words = ['merchants', 'import', file.name, '--store', 'web', '--yes', ...file.options];
      const { exitCode, error } = await here.run(words);
      const { orders } = await here.must('merchants orders nile');
      const short = orders.map(({ id, total_price }: Order) => `${id} ${total_price}`).toSorted();
      expect(`${exitCode}: ${short.join(', ')}`, error).toBe(file.gives);
    }
  });
});
