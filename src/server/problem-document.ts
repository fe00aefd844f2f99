import type { Problem } from '../contract/problem.ts';
import { problemKind } from '../contract/problems.ts';

/** Their details name files of this machine or what its engine said, which is nobody's business out there. */
const OF_THE_MACHINE = /^(ledger_|file_|internal$|usage$)/;
/** When trying again makes sense, where the problem itself does not say. */
const RETRY_SECONDS = 1;

export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Whether an address belongs to the merchant operations, whose answers stand in an envelope. */
export function hasEnvelope(address: string): boolean {
  return /^\/company(?:[/?]|$)/.test(address);
}

/**
 * A problem as an RFC 9457 document. `hint` is an extension and present only when the problem brings a better one
 * than its kind's.
 */
export function problemAnswer(problem: Problem, requestId: string, address: string): ProblemAnswer {
  const { code } = problem;
  const { status, title } = problemKind(code);
  const machine = OF_THE_MACHINE.test(code);
  const document = {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail: machine ? `${title}.` : problem.detail,
    instance: requestId,
    code,
    errors: problem.errors ?? [],
    ...(problem.hint === undefined || machine ? {} : { hint: problem.hint }),
    ...(hasEnvelope(address) ? { success: false, error_code: code.toUpperCase() } : {}),
  };
  const retryAfter = problem.retryAfterSeconds ?? (status === 503 ? RETRY_SECONDS : undefined);
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="loandesk"' } : {}),
    },
    body: JSON.stringify(document),
  };
}
