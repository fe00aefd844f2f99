import { randomBytes } from 'node:crypto';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import { openLedger } from '../store/temporary-ledger.ts';

// A process that holds the ledger open and pays without a pause, as a service would. Its arguments: the ledger,
// the business date, for how many milliseconds, and the loans. It prints what it was told was booked.

const [ledger = '', day = '', forMs = '', ...loans] = process.argv.slice(2);
const backend = localBackend({
  store: await openLedger(ledger, { createIfMissing: false }),
  nowMs: () => Date.now(),
  randomBytes: (size) => randomBytes(size),
  caller: { actor: 'steady', osUser: 'steady', host: 'here', channel: 'terminal', userId: null, roles: null },
  givenBusinessDate: day as CalendarDate,
  describedAs: ledger,
});
const booked: { payment_id: string | null; payment_amount: number }[] = [];
const failed: string[] = [];
let slowestMs = 0;
for (const startMs = performance.now(); performance.now() - startMs < Number(forMs); ) {
  const beganMs = performance.now();
  const answer = await backend.call('payments.create', {
    loan_id: loans[booked.length % loans.length] ?? '',
    payment_amount: `20.${String(booked.length % 100).padStart(2, '0')}`,
    payment_date: day,
    payment_method: 'auto_debit',
  });
  slowestMs = Math.max(slowestMs, performance.now() - beganMs);
  if (answer.ok) {
    booked.push({ payment_id: answer.value.payment_id, payment_amount: answer.value.payment_amount });
  } else {
    failed.push(`${answer.problem.code}: ${answer.problem.detail}`);
  }
}
await backend.close();
console.log(JSON.stringify({ booked, failed, slowestMs }));
