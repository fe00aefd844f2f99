import type { OperationInput, OperationOutput } from '../contract/operation-types.ts';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import type { KeptRefusal, Written } from './call.ts';

type Records = OperationInput<'users.import'>['records'];
type Result = OperationOutput<'users.import'>;

/** Whose the records of an address are. */
export interface RecordsOwner {
  /** The only kind of record taken there. */
  readonly kind: 'order' | 'transaction' | 'flag';
  /** The field that names the owner, and what may stand in it; the first is what is kept. */
  readonly field: 'merchant' | 'user_id';
  readonly names: readonly [string, ...string[]];
}

/** Records with their kind and owner written in, and those that name another. */
export function ownedRecords(
  records: Records,
  { kind, field, names }: RecordsOwner,
): { readonly owned: Records; readonly strange: Result['refusals'] } {
  const owned: Records = [];
  const strange: Result['refusals'] = [];
  for (const record of records) {
    const { line, source, value } = record;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      owned.push(record);
      continue;
    }
    const fields = value as Readonly<Record<string, unknown>>;
    const fault =
      strangeValue('kind', fields.kind, [kind], `only records of the kind ${kind} are taken here`) ??
      strangeValue(field, fields[field], names, `${field} is not the one of the address`);
    if (fault !== null) strange.push({ line, source, ...fault });
    else owned.push({ line, source, value: { ...fields, kind, [field]: names[0] } });
  }
  return { owned, strange };
}

function strangeValue(field: string, given: unknown, known: readonly string[], reason: string) {
  if (given === undefined || given === null || known.includes(given as string)) return null;
  const value = typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
  return { field, value: value.slice(0, 200), reason };
}

/** What was taken, with the records that were not even tried among the refused ones. */
export function withStrange<Taken extends Written<Result> | KeptRefusal | Refusal>(
  taken: Taken,
  kind: string,
  strange: Result['refusals'],
): Taken {
  if (isRefusal(taken) || 'refusal' in taken || strange.length === 0) return taken;
  const { value } = taken;
  const before = value.by_kind[kind] ?? { new: 0, updated: 0, unchanged: 0, refused: 0 };
  return {
    ...taken,
    value: {
      ...value,
      refused: value.refused + strange.length,
      by_kind: { ...value.by_kind, [kind]: { ...before, refused: before.refused + strange.length } },
      refusals: [...value.refusals, ...strange].sort((a, b) => a.line - b.line),
    },
  };
}
