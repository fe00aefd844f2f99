import { mayUse } from '../../contract/may-use.ts';
import type { OperationName } from '../../contract/operation-types.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { cairoDateOf } from '../../domain/cairo-date.ts';
import { type AuthorityBand, bandFor } from '../../domain/controls.ts';
import { parseAmount } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';
import { givenBy, isSamePerson } from '../approvals/judge-control.ts';
import type { Call, Caller } from '../call.ts';
import { EVERY_ROW } from '../paging.ts';
import type { Tally } from './loan-tallies.ts';

type Approval = Awaited<ReturnType<ReadTx['approvals']['list']>>['rows'][number];

/** What waits for the caller to agree: what others entered, as far as the caller's roles reach. */
export async function approvalsFor(
  tx: ReadTx,
  { caller }: Call,
  authority: readonly AuthorityBand[],
): Promise<Tally> {
  const { rows } = await tx.approvals.list({ waiting: true }, EVERY_ROW);
  const mine = rows.filter((approval) => waitsFor(approval, caller, authority));
  // Newest first, so the last waits longest.
  const first = mine.at(-1);
  const oldest = first === undefined ? null : cairoDateOf(Date.parse(first.createdAt));
  return { count: mine.length, sumPiastres: null, oldest };
}

function waitsFor(
  approval: Approval,
  { actor, roles }: Caller,
  authority: readonly AuthorityBand[],
): boolean {
  const given = [approval.createdBy, ...givenBy(approval)];
  if (given.some((person) => isSamePerson(person, actor))) return false;
  if (roles === null || roles.includes('admin')) return true;
  if (!mayUse(OPERATIONS[approval.operation as OperationName], roles)) return false;
  const band = bandOf(approval, authority);
  return band === null || band.roles.some((role) => (roles as readonly string[]).includes(role));
}

/** Of an approval of a loan: the band of authority its amount falls into. */
function bandOf({ contentJson }: Approval, authority: readonly AuthorityBand[]): AuthorityBand | null {
  const { approved_amount: amount } = JSON.parse(contentJson) as { readonly approved_amount?: unknown };
  if (typeof amount !== 'number') return null;
  const piastres = parseAmount(String(amount));
  return isRefusal(piastres) ? null : bandFor(authority, piastres);
}
