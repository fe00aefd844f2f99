import { cairoDateOf } from '../../domain/cairo-date.ts';
import { valueInForce } from '../../domain/dated-values.ts';
import { type CalendarDate, END_OF_TIME } from '../../domain/dates.ts';
import type { ReadTx } from '../../store/port.ts';
import type { PolicyInForce } from './policy-in-force.ts';

const KEY = 'books_closed_through';

/**
 * The day the books are closed through, null when they are open. A closing in force when it was set holds also when
 * the business date is set back to before that day: figures that were reported do not change.
 */
export async function booksClosedThrough(
  tx: ReadTx,
  policy: PolicyInForce,
  today: CalendarDate,
): Promise<CalendarDate | null> {
  const entries = policy.document[KEY] ?? [];
  if (entries.every(({ from }) => from === null || from <= today)) return policy.values.booksClosedThrough;
  const versions = await tx.policy.versions();
  const held = versions.flatMap(({ changeJson, setAt }) => {
    const change = changeJson === null ? null : (JSON.parse(changeJson) as Change);
    if (change?.key !== KEY || change.from === null) return [];
    const setOn = cairoDateOf(Date.parse(setAt));
    return change.from <= today || change.from <= setOn ? [change] : [];
  });
  return (valueInForce(held, END_OF_TIME) ?? null) as CalendarDate | null;
}

interface Change {
  readonly key: string;
  readonly from: CalendarDate | null;
  readonly value: unknown;
}
