import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { amountToNumber, piastres } from '../../domain/money.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { trialBalance } from '../../domain/trial-balance.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BookedEntry, Horizon } from '../../store/report-port.ts';
import type { ReadHandler } from '../call.ts';
import { readKnownAt } from '../known-at.ts';
import { readHorizon } from './horizon.ts';

type Report = OperationOutput<'reports.trial_balance'>;
type Listed = NonNullable<Report['booked_since']>;

/** Every account's balance at a date, from the postings by value date; and what was booked since a time. */
export const handle: ReadHandler<OperationInput<'reports.trial_balance'>, Report> = async (
  tx,
  input,
  call,
) => {
  const horizon = await readHorizon(tx, input, call);
  if (isRefusal(horizon)) return horizon;
  const { asOf, knownAt, policyVersion } = horizon;
  const since = readKnownAt('compare', input.compare);
  if (isRefusal(since)) return since;
  if (since !== null && since > (knownAt ?? call.now)) {
    return refuse('invalid_query', `compare is ${since}, later than ${knownAt ?? call.now}`, {
      hint: 'Give an earlier time to compare with.',
    });
  }
  return {
    as_of: asOf,
    ...(await balancesAt(tx, { asOf, knownAt })),
    known_at: knownAt,
    policy_version: policyVersion,
    ...(since === null ? {} : await comparedWith(tx, since, { asOf, knownAt })),
  };
};

async function balancesAt(tx: ReadTx, horizon: Horizon) {
  const balance = trialBalance(await tx.reports.accountSums(horizon));
  return {
    accounts: balance.accounts.map(({ account, debitPiastres, creditPiastres }) => ({
      account,
      debit: formatSum(debitPiastres),
      credit: formatSum(creditPiastres),
    })),
    total_debit: formatSum(balance.totalDebitPiastres),
    total_credit: formatSum(balance.totalCreditPiastres),
  };
}

async function comparedWith(tx: ReadTx, since: string, horizon: Horizon) {
  const entries = await tx.reports.entriesBookedSince(since, horizon);
  return {
    compared: { known_at: since, ...(await balancesAt(tx, { asOf: horizon.asOf, knownAt: since })) },
    booked_since: entries.flatMap(listed),
  };
}

/** One line a posting. */
function listed({ postings, ...entry }: BookedEntry): Listed {
  return postings.map(({ account, amountPiastres }) => ({
    loan_id: entry.loanId,
    entry_number: entry.entryNumber,
    kind: entry.kind,
    event_id: entry.eventId,
    value_date: entry.valueDate,
    booked_at: entry.bookedAt,
    booked_by: entry.bookedBy,
    reverses_entry_number: entry.reversesEntryNumber,
    account,
    debit: amountToNumber(piastres(Math.max(0, amountPiastres))),
    credit: amountToNumber(piastres(Math.max(0, -amountPiastres))),
  }));
}
