import { importedDay, runningLoan } from './bank-statements.ts';
import type { Desk } from './desk.ts';
import { approved, disbursed, OTHER_ACCOUNT, payOn, setPolicy } from './desk-loans.ts';
import { LOAN_STATES, type LoanStateName } from './loan-states.ts';
import { imported, ownCsv } from './payment-files.ts';
import { flagLine, importUsers, transactionLine, userLine } from './user-records.ts';

const START = '2026-03-01';
const END = '2026-07-01';
const NOTED_EVERY = 20;
const FEE = '{"amount": 50, "after_days": 5}';

/**
 * Fills a desk with loans in every state there is, back-dated corrections among them, and with everything else a
 * ledger may hold: officers, approvals, imports, held money, merchants, users, readings of the audit trail.
 */
export async function fillDesk(desk: Desk, loans: number): Promise<void> {
  await setPolicy(desk, 'late_fee', FEE);
  await setPolicy(desk, 'payout_account', OTHER_ACCOUNT);
  await desk.done('officers.add', {
    email: 'mona@bank.example',
    name: 'منى حسن',
    roles: ['officer'],
    password: 'canary-Kalimat-sirr-7',
  });
  const states = Object.keys(LOAN_STATES) as LoanStateName[];
  for (let index = 0; index < loans; index++) {
    desk.today = START;
    const state = states[index % states.length] as LoanStateName;
    const loan = await LOAN_STATES[state](desk);
    if (state === 'awaiting settlement') await setPolicy(desk, 'settlement', 'automatic', START);
    if (index % NOTED_EVERY > 0) continue;
    await desk.done('loans.add_note', { loan_id: loan.loanId, text: `rang twice\n№ ${index}` });
    await desk.done('loans.add_alias', { loan_id: loan.loanId, alias: `Branch ${index}` });
  }
  await correct(desk);
  await importFiles(desk);
  await approveTwice(desk);
  await bringData(desk);
  desk.today = END;
  await desk.done('audit.list', {});
}

/** Payments entered late, one after a later one, one taken back; a payout that is handed on and fails. */
async function correct(desk: Desk): Promise<void> {
  desk.today = START;
  const { loanId } = await disbursed(desk);
  const late = await payOn(desk, '2026-06-01', loanId, 700.01, { payment_reference: 'شيك-٧' });
  await payOn(desk, '2026-06-02', loanId, 300, { payment_date: '2026-04-10' });
  await desk.done('payments.reverse', { payment_id: late.payment_id as string, reason: 'bounced' });
  await payOn(desk, '2026-06-20', loanId, 200, { payment_date: '2026-03-20' });
  await payOn(desk, '2026-06-20', loanId, 700.01, {
    payment_reference: 'شيك-٧',
    again: true,
    as_payoff: true,
  });
  await setPolicy(desk, 'accept_overpayment', 'true', START);
  await payOn(desk, '2026-06-21', loanId, 15_000);
  await desk.done('loans.refund', { loan_id: loanId, amount: 10 });
  desk.today = START;
  const half = await disbursed(desk, {}, { disbursement_amount: 6_000 });
  await desk.done('loans.cancel', { loan_id: half.loanId, reason: 'needs no more' });
  await setPolicy(desk, 'settlement', 'manual', START);
  const waiting = await disbursed(desk);
  await desk.done('disbursements.export', { format: 'csv' });
  await desk.done('disbursements.complete', { disbursement_reference: waiting.reference });
  await setPolicy(desk, 'settlement', 'automatic', START);
}

/** A file of staff, one undone, and a statement of which something is held, matched and dismissed. */
async function importFiles(desk: Desk): Promise<void> {
  const first = await runningLoan(desk, 'M-8');
  const second = await runningLoan(desk, 'M-9');
  await imported(
    desk,
    ownCsv([first.loanId, '100.00', '2026-04-01', 'A1'], [second.loanId, '50.50', '2026-04-02']),
  );
  const wrong = await imported(desk, ownCsv([second.loanId, '77.00', '2026-04-03', 'A2']));
  await desk.done('payment_batches.undo', { batch_id: wrong.batch_id as string, reason: 'the wrong file' });
  const { heldIds } = await importedDay(desk, '10', '5000.00', [
    { amount: '900.00', reference: 'FT1', text: 'April' },
    { amount: '40.00', reference: 'FT2', text: 'who knows' },
    { amount: '-15.00', reference: 'FT3', text: 'charges' },
  ]);
  const [matched, dismissed] = heldIds as [string, string];
  await desk.done('held_rows.match', {
    held_id: matched,
    allocations: [{ loan_id: first.loanId, amount: 300 }],
  });
  await desk.done('held_rows.dismiss', { held_id: dismissed, reason: 'of another bank' });
}

/** A decision that waits for another person, and one that got both. */
async function approveTwice(desk: Desk): Promise<void> {
  await setPolicy(desk, 'four_eyes', 'write-off', START);
  desk.today = START;
  const { caller } = desk;
  const [first, second] = [await disbursed(desk), await disbursed(desk)];
  const writeOff = (loanId: string) => desk.done('loans.write_off', { loan_id: loanId, reason: 'gone' });
  desk.as('omar@bank.example', 'officer', 'servicing', 'admin');
  await writeOff(first.loanId);
  await writeOff(second.loanId);
  desk.as('laila@bank.example', 'officer', 'servicing', 'admin');
  await writeOff(first.loanId);
  desk.caller = caller;
}

async function bringData(desk: Desk): Promise<void> {
  for (const merchant of ['nile-2', 'nile-1']) {
    await desk.done('merchants.put', {
      merchant_id: merchant,
      name: `نسيج ${merchant}`,
      stores: [{ id: 'S1', type: 'PLATFORM_A', name: 'Main' }],
    });
    const records = Array.from({ length: 30 }, (_, index) => ({
      line: index + 1,
      source: 'body',
      value: {
        kind: 'order',
        store_id: 'S1',
        id: `O${index}`,
        currency: 'EGP',
        total_price: `${index}.05`,
        created_at: `2026-02-${String((index % 28) + 1).padStart(2, '0')}T10:00:00+02:00`,
      },
    }));
    await desk.done('merchants.add_orders', { merchant_id: merchant, records });
  }
  await importUsers(
    desk,
    userLine('u-2'),
    userLine('u-1'),
    ...Array.from({ length: 40 }, (_, index) =>
      transactionLine(index % 3 === 0 ? 'u-1' : 'u-2', index, { timestamp: 1_767_225_599 + index * 500_000 }),
    ),
    flagLine('u-2', 'f-1'),
    flagLine('u-1', 'f-9'),
  );
  desk.today = START;
  await approved(desk, {}, { merchant_id: 'nile-1' });
}
