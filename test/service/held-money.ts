import { expect } from 'vitest';
import type { Desk } from './desk.ts';

/** What waits in the unallocated receipts at a date, below zero when more went out. */
export async function unallocated(desk: Desk, asOf: string): Promise<string> {
  const { accounts } = await desk.done('reports.trial_balance', { as_of: asOf });
  const { debit, credit } = accounts.find(({ account }) => account === 'unallocated receipts') ?? {};
  return credit === '0.00' ? `-${debit}` : (credit ?? '');
}

/** That the ledger is in order. */
export async function verified(desk: Desk): Promise<void> {
  expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
}
