import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { cairoDateOf } from '../../domain/cairo-date.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { UNSURE_CODES } from '../../domain/unsure-row.ts';
import type { ReadTx } from '../../store/port.ts';
import type { ReadHandler } from '../call.ts';
import { readHorizon } from '../reports/horizon.ts';
import { approvalsFor } from './approvals-for.ts';
import { dueTally, payoutTally, type Tally } from './loan-tallies.ts';

type Today = OperationOutput<'today.get'>;

/** What there is to do at the desk on the business date, each with the command that shows it. */
export const handle: ReadHandler<OperationInput<'today.get'>, Today> = async (tx, _input, call) => {
  const horizon = await readHorizon(tx, {}, call);
  if (isRefusal(horizon)) return horizon;
  const { asOf, policyVersion, values } = horizon;
  const due = await dueTally(tx, horizon);
  const { firstDay, lastDay } = due.newly;
  const lastVerify = await lastVerifyOf(tx);
  const verifiedOn = lastVerify === null ? null : cairoDateOf(Date.parse(lastVerify.at));
  const pending = await tx.desk.pendingDisbursements(asOf);
  return {
    as_of: asOf,
    policy_version: policyVersion,
    lines: [
      line('applications_to_decide', await tx.desk.undecided(), 'applications ls --undecided'),
      line('approvals_waiting', await approvalsFor(tx, call, values.authority), 'approvals ls'),
      line('loans_to_pay_out', await payoutTally(tx, horizon), 'loan ls --undisbursed'),
      line('disbursements_pending', pending, 'disbursements ls --status pending'),
      line('money_held', await tx.receipts.waiting('receipt'), 'pay review ls'),
      line('returns_held', await tx.receipts.waiting('returned'), 'pay review ls'),
      await unsureLine(tx),
      line('due_today', due.today, 'report due'),
      line('newly_overdue', due.newly.tally, `loan ls --min-days ${firstDay} --max-days ${lastDay}`),
      line('last_verify', { count: null, sumPiastres: null, oldest: verifiedOn }, 'ledger verify'),
    ],
    last_verify: lastVerify,
  };
};

function line(
  item: Today['lines'][number]['item'],
  { count, sumPiastres, oldest }: Tally,
  command: string,
): Today['lines'][number] {
  return {
    item,
    count,
    amount: sumPiastres === null ? null : formatSum(sumPiastres),
    since: oldest,
    command: `loandesk ${command}`,
  };
}

/** Of the money held, what may be known already; its command shows the oldest, with what it may be. */
async function unsureLine(tx: ReadTx): Promise<Today['lines'][number]> {
  const open = { state: 'open', codes: UNSURE_CODES } as const;
  const { rows, totalCount } = await tx.receipts.held(open, { offset: 0, limit: 1 });
  const [oldest] = rows;
  const tally = { count: totalCount, sumPiastres: null, oldest: oldest?.date ?? null };
  const command = oldest === undefined ? 'pay review ls --state unsure' : `pay review show ${oldest.heldId}`;
  return line('unsure_held', tally, command);
}

async function lastVerifyOf(tx: ReadTx): Promise<Today['last_verify']> {
  const last = await tx.desk.lastVerification();
  if (last === null) return null;
  const { ok, violations } = JSON.parse(last.notedJson) as { ok: boolean; violations: number };
  return { at: last.at, by: last.actor, ok, violations };
}
