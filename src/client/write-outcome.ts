import { CONTRACT_HEADER } from '../contract/http-names.ts';
import type { Problem } from '../contract/problem.ts';
import { readAnswerJson } from './answer-json.ts';
import type { Exchanged, HttpResponse } from './http-exchange.ts';

/** Our own server says with these that it carried nothing out. */
const NOTHING_DONE: ReadonlySet<unknown> = new Set([
  'overloaded',
  'not_ready',
  'ledger_busy',
  'ledger_disk_full',
  'ledger_unwritable',
]);

/** Whether it is known what became of a write, and what that is. */
export type WriteOutcome =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  /** It reached nobody. */
  | { readonly kind: 'not_sent'; readonly problem: Problem }
  | { readonly kind: 'unknown'; readonly why: string };

/** Judges what came back of a write: whatever leaves a doubt is unknown. */
export function writeOutcome(exchanged: Exchanged): WriteOutcome {
  if (!exchanged.ok) {
    const { problem, sent } = exchanged;
    return sent ? { kind: 'unknown', why: problem.detail } : { kind: 'not_sent', problem };
  }
  const { response } = exchanged;
  const { status } = response;
  const document = readAnswerJson(response.text) as { code?: unknown } | null | undefined;
  if (status >= 200 && status < 300) {
    const isReadable = document !== undefined || response.text.trim() === '';
    return isReadable ? answered(response) : unknown('the answer cannot be read');
  }
  const code = document?.code;
  const isDoubtful = status === 303 || status === 408 || code === 'request_in_flight';
  if (status < 500 && !isDoubtful) return answered(response);
  const isOurs = response.headers[CONTRACT_HEADER] !== undefined;
  if (isOurs && NOTHING_DONE.has(code)) return answered(response);
  return unknown(`the server answered ${status}`);
}

function answered(response: HttpResponse): WriteOutcome {
  return { kind: 'answered', response };
}

function unknown(why: string): WriteOutcome {
  return { kind: 'unknown', why };
}
