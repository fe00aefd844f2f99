import { withoutMoments } from '../contract/without-moments.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { withoutGeneratedIds } from './dry-run-answer.ts';

/**
 * Refuses a write whose result is not the one a person agreed to: somebody else booked between the question and the
 * answer. `agreed` is what the rehearsal answered; neither ids drawn for either are compared, nor when it is done.
 */
export function planChanged(agreed: unknown, value: unknown, generated: ReadonlySet<string>): Refusal | null {
  const now = withoutGeneratedIds(value, generated);
  if (withoutMoments(agreed) === withoutMoments(now)) return null;
  const changes = changedFields(agreed, now);
  return refuse(
    'plan_changed',
    `the ledger changed since you were asked, so the result would not be the one agreed to${changes}`,
  );
}

/** Such as `: remaining_balance was 900, is now 800`; nothing where a difference cannot be named in a few words. */
function changedFields(agreed: unknown, now: unknown): string {
  if (!isObject(agreed) || !isObject(now)) return '';
  const changes = Object.keys(now)
    .filter((key) => isPlain(agreed[key]) && isPlain(now[key]))
    .filter((key) => withoutMoments(agreed[key]) !== withoutMoments(now[key]))
    .map((key) => `${key} was ${agreed[key] ?? 'none'}, is now ${now[key] ?? 'none'}`);
  return changes.length === 0 ? '' : `: ${changes.join('; ')}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
