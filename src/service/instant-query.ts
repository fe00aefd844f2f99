import { parseInstant } from '../domain/instant.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';

/** Reads a timestamp of a query into milliseconds; a bare date is 00:00 UTC. Undefined when absent. */
export function readInstant(name: string, text: string | undefined): number | undefined | Refusal {
  if (text === undefined) return undefined;
  const ms = parseInstant(text);
  if (!isRefusal(ms)) return ms;
  return refuse('invalid_query', `${name}: ${ms.message}`, ms.hint === undefined ? {} : { hint: ms.hint });
}
