import { expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { makeId } from '../../src/domain/identifiers.ts';
import { loansOfCall } from '../../src/service/loans-of-call.ts';

const LOAN = makeId('loan', new Uint8Array(5).fill(7));

it('knows the loan of a write on one loan by its id, and leaves the finding of another name to the store', () => {
  expect(loansOfCall('payments.create', { loan_id: LOAN })).toEqual([LOAN]);
  expect(loansOfCall('payments.create', { loan_id: ` ${LOAN.toLowerCase()} ` })).toEqual([LOAN]);
  expect(loansOfCall('loans.refund', { loan_id: 'the corner shop' })).toEqual([]);
  expect(loansOfCall('loans.refund', { loan_id: 7 })).toEqual([]);
  expect(loansOfCall('payments.reverse', { payment_id: 'PAY-1' })).toEqual([]);
});

it('says of every other write that it looks at more than loans', () => {
  const ofLoans = Object.entries(OPERATIONS)
    .filter(([name, { writes }]) => writes && loansOfCall(name as keyof typeof OPERATIONS, {}) !== undefined)
    .map(([name]) => name.split('.')[0]);
  expect([...new Set(ofLoans)].sort()).toEqual(['disbursements', 'loans', 'payments']);
  expect(loansOfCall('payment_batches.post', { batch_id: 'B' })).toBeUndefined();
  expect(loansOfCall('loans.add_alias', { loan_id: LOAN })).toBeUndefined();
});
