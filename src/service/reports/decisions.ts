import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { type CalendarDate, earlierOf } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { CountedDecision } from '../../store/report-port.ts';
import type { ReadHandler } from '../call.ts';
import { horizonResponse, readHorizon } from './horizon.ts';
import { readWindowDate, windowFault } from './window.ts';

type Report = OperationOutput<'reports.decisions'>;

const BEGINNING = '0001-01-01' as CalendarDate;

/** Decisions of a time: how many of each kind, over what amounts, how many not as recommended, and by whom. */
export const handle: ReadHandler<OperationInput<'reports.decisions'>, Report> = async (tx, input, call) => {
  const horizon = await readHorizon(tx, input, call);
  if (isRefusal(horizon)) return horizon;
  const from = readWindowDate('from', input.from, null);
  if (isRefusal(from)) return from;
  const to = readWindowDate('to', input.to, horizon.asOf);
  if (isRefusal(to)) return to;
  const fault = windowFault(from, to);
  if (fault !== null) return fault;
  const all = new DecisionTally();
  const byOfficer = new Map<string, DecisionTally>();
  const until = { asOf: earlierOf(to, horizon.asOf), knownAt: horizon.knownAt };
  await tx.reports.visitDecisions(from ?? BEGINNING, until, (decision) => {
    all.add(decision);
    const tally = byOfficer.get(decision.decisionMakerId) ?? new DecisionTally();
    tally.add(decision);
    byOfficer.set(decision.decisionMakerId, tally);
  });
  const officers = [...byOfficer].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...horizonResponse(horizon),
    from,
    to,
    ...all.response(),
    officers: officers.map(([officer, tally]) => ({ officer, ...tally.response() })),
  };
};

/** Decisions added up. */
class DecisionTally {
  readonly #counts = { approved: 0, rejected: 0, pending_review: 0 };
  #overrides = 0;
  #requested = 0n;
  #approved = 0n;

  add(decision: CountedDecision): void {
    this.#counts[decision.decision] += 1;
    if (decision.isOverride) this.#overrides += 1;
    this.#requested += BigInt(decision.requestedAmountPiastres);
    this.#approved += BigInt(decision.approvedAmountPiastres ?? 0);
  }

  response() {
    const { approved, rejected, pending_review } = this.#counts;
    return {
      decisions: approved + rejected + pending_review,
      approved,
      rejected,
      pending_review,
      requested_amount: formatSum(this.#requested),
      approved_amount: formatSum(this.#approved),
      overrides: this.#overrides,
    };
  }
}
