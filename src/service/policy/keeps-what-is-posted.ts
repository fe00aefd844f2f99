import { END_OF_TIME } from '../../domain/dates.ts';
import type { PolicyDocument } from '../../domain/policy-document.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { foldAll, isSameDivision } from '../../domain/replay.ts';
import { servicingRulesOf } from '../../domain/servicing-policy.ts';
import type { ReadTx } from '../../store/port.ts';

/** Values by which payments divide and small rests are released. */
const KEYS = ['late_fee', 'arrears_tolerance', 'penalty_rate', 'small_balance'];

/** Refuses a change of the rules by which payments booked already would have been divided otherwise. */
export async function keepsWhatIsPosted(
  tx: ReadTx,
  key: string,
  before: PolicyDocument,
  after: PolicyDocument,
): Promise<Refusal | null> {
  if (!KEYS.includes(key)) return null;
  const earlierThrough = await tx.policy.earlierRulesThrough();
  const [was, is] = [servicingRulesOf(before, earlierThrough), servicingRulesOf(after, earlierThrough)];
  if (was === null && is === null) return null;
  const touched: { loanId: string; date: string }[] = [];
  await tx.reports.visitLoans({ asOf: END_OF_TIME, knownAt: null }, (loan) => {
    if (loan.payments.length === 0) return;
    const { splits } = foldAll({ ...loan, rules: was });
    const changed = foldAll({ ...loan, rules: is }).splits.findLast(
      (split, at) => splits[at] === undefined || !isSameDivision(splits[at], split),
    );
    if (changed !== undefined) touched.push({ loanId: loan.loan.loanId, date: changed.valueDate });
  });
  const latest = touched.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0];
  if (latest === undefined) return null;
  return refuse(
    'invalid_policy_value',
    `payments booked on ${touched.length} loans would be divided otherwise, the last one on ${latest.date} on ${latest.loanId}; what is posted does not change`,
    { hint: `Give a day after it: --from DATE` },
  );
}
