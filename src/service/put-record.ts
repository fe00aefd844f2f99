import type { OperationOutput } from '../contract/operation-types.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';
import type { KeptRefusal, Written } from './call.ts';

type Taken = Written<OperationOutput<'users.import'>> | KeptRefusal | Refusal;

/** A record that is put by itself is taken whole or refused: what would be a refused row of a file is a fault here. */
export function wholeOrRefused(taken: Taken, pathOfLine: (line: number) => string): Refusal | null {
  if (isRefusal(taken)) return taken;
  if ('refusal' in taken) return taken.refusal;
  const { refusals } = taken.value;
  if (refusals.length === 0) return null;
  const faults = refusals.map(({ line, field, reason }) => ({
    field: `${pathOfLine(line)}${field}`,
    code: 'invalid_value',
    message: reason,
  }));
  const [first] = faults;
  const message =
    faults.length === 1 && first !== undefined ? first.message : `${faults.length} fields are not right`;
  return refuse('validation_failed', message, { faults });
}

/** Why the id in a body is not taken: it may only be the one of the address. */
export function anotherId(
  field: string,
  given: string | null | undefined,
  ofAddress: string,
): Refusal | null {
  if (given === undefined || given === null || given === ofAddress) return null;
  const message = `${field} is "${given.slice(0, 80)}", which is not the one of the address`;
  return refuse('validation_failed', message, { faults: [{ field, code: 'not_the_address', message }] });
}
