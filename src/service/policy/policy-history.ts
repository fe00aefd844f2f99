import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import type { ReadHandler } from '../call.ts';

interface StoredChange {
  readonly key: string;
  readonly value: unknown;
  readonly from: CalendarDate;
}

/** Every version of the policy, oldest first: what it changed, from when, and who set it. */
export const handle: ReadHandler<
  OperationInput<'policy.history'>,
  OperationOutput<'policy.history'>
> = async (tx) => {
  const versions = await tx.policy.versions();
  return versions.map(({ version, changeJson, setAt, setBy }) => {
    const change = changeJson === null ? null : (JSON.parse(changeJson) as StoredChange);
    return {
      version,
      key: change?.key ?? null,
      value: change?.value ?? null,
      from: change?.from ?? null,
      set_at: setAt,
      set_by: setBy,
    };
  });
};
