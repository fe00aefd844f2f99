import type { Backend, CallOptions } from '../contract/backend.ts';
import { REPLAYED_HEADER, TOTAL_COUNT_HEADER } from '../contract/http-names.ts';
import type { OperationInput, OperationName, OperationOutput } from '../contract/operation-types.ts';
import { OPERATIONS, type Operation } from '../contract/operations.ts';
import type { Outcome, Problem } from '../contract/problem.ts';
import { withoutMoments } from '../contract/without-moments.ts';
import { readAnswerJson } from './answer-json.ts';
import { answerFault } from './answer-shape.ts';
import type { Exchanged, HttpResponse } from './http-exchange.ts';
import type { KeyedWrites, NewWrite } from './keyed-writes.ts';
import type { Addresses } from './open-addresses.ts';
import { type OperationRequest, operationRequest, rehearsing } from './operation-request.ts';
import { responseProblem } from './response-problem.ts';
import type { SignedCalls } from './signed-calls.ts';
import { subjectOf } from './write-subject.ts';

export interface RemoteParts {
  readonly calls: SignedCalls;
  readonly writes: KeyedWrites;
  readonly addresses: Addresses;
  /** E-mail of whoever is signed in, where it is known. */
  readonly signedInAs: string | null;
  close(): Promise<void>;
}

type Fields = Readonly<Record<string, unknown>>;

/** The operations of a server, its own or of another make. */
export function remoteBackend(parts: RemoteParts): Backend {
  const { server } = parts.calls;
  return {
    describedAs: `server ${server}`,
    signedInAs: parts.signedInAs,
    close: () => parts.close(),
    isOurs: async () => (await parts.calls.isOurs()) === true,
    async call<Name extends OperationName>(
      name: Name,
      input: OperationInput<Name>,
      options: CallOptions = {},
    ): Promise<Outcome<OperationOutput<Name>>> {
      const operation: Operation = OPERATIONS[name];
      if (operation.path === null) return refused(localOnly(name, server));
      const request = operationRequest(name, input as Fields, parts.addresses);
      const answer =
        operation.writes && operation.lines !== 'as_one_file'
          ? await write(parts, name, request, input as Fields, options)
          : operation.lines === 'as_one_file'
            ? await plan(parts, name, request, options)
            : answered(await parts.calls.read(request), name, server);
      return answer as Outcome<OperationOutput<Name>>;
    },
  };
}

/**
 * A plan changes nothing and has no key. One that is to be posted is made of what the ledger then has, so that what is
 * pending is settled before it: a file whose posting was not heard of is known by then, and nothing of it is posted.
 */
async function plan(
  { calls, writes }: RemoteParts,
  name: OperationName,
  request: OperationRequest,
  { dryRun = false }: CallOptions,
): Promise<Outcome<unknown>> {
  const isOurs = await calls.isOurs();
  if (typeof isOurs !== 'boolean') return refused(isOurs);
  if (!dryRun) {
    const before = await writes.settleBefore({ ...request, operation: name, about: [] });
    if (before?.kind === 'problem') return refused(before.problem);
  }
  const sent = dryRun ? rehearsing(request, false) : request;
  return answered(await calls.send(sent, null), name, calls.server);
}

async function write(
  { calls, writes }: RemoteParts,
  name: OperationName,
  request: OperationRequest,
  input: Fields,
  { dryRun = false, rehearsal = false, agreed }: CallOptions,
): Promise<Outcome<unknown>> {
  const { server } = calls;
  const newWrite: NewWrite = { ...request, operation: name, about: subjectOf(input) };
  if (dryRun) {
    if (rehearsal) {
      const before = await writes.settleBefore(newWrite);
      if (before?.kind === 'problem') return refused(before.problem);
      if (before?.kind === 'answered') return answerOf(before.response, name, server, true);
    }
    // A server that does not know dry runs would carry it out.
    const isOurs = await calls.isOurs();
    if (typeof isOurs !== 'boolean') return refused(isOurs);
    if (!isOurs) return refused(noDryRuns(server));
    return answered(await calls.send(rehearsing(request, rehearsal), null), name, server);
  }
  if (agreed !== undefined) {
    const now = answered(await calls.send(rehearsing(request, false), null), name, server);
    if (!now.ok) return now;
    if (withoutMoments(now.value) !== withoutMoments(agreed)) return refused(planChanged());
  }
  const written = await writes.write(newWrite);
  if (written.kind === 'problem') return refused(written.problem);
  return answerOf(written.response, name, server, written.recovered);
}

function answered(exchanged: Exchanged, name: OperationName, server: string): Outcome<unknown> {
  return exchanged.ok ? answerOf(exchanged.response, name, server, false) : refused(exchanged.problem);
}

/** What an answer says: the value out of its envelope, or the problem. */
function answerOf(
  response: HttpResponse,
  name: OperationName,
  server: string,
  recovered: boolean,
): Outcome<unknown> {
  const { status, headers } = response;
  if (status < 200 || status > 299) return refused(responseProblem(response, name, server));
  const body = readAnswerJson(response.text);
  const isMerchants = OPERATIONS[name].path?.startsWith('/company/') === true;
  if (isMerchants && isEnvelope(body) && !body.success) {
    return refused(responseProblem({ ...response, status: 422 }, name, server));
  }
  const value = isMerchants && isEnvelope(body) ? body.data : body;
  const fault = answerFault(name, value);
  if (fault !== null) {
    const detail = `${server} answered ${name} with something else: ${fault}.`;
    const doubt = OPERATIONS[name].writes ? { hint: 'See for yourself whether it was carried out.' } : {};
    return refused({ code: 'answer_unusable', detail, ...doubt });
  }
  const total = headers[TOTAL_COUNT_HEADER];
  const replayed = recovered || headers[REPLAYED_HEADER] === 'true';
  return {
    ok: true,
    value,
    ...(total !== undefined && /^\d{1,15}$/.test(total) ? { totalCount: Number(total) } : {}),
    ...(replayed ? { replayed } : {}),
  };
}

function isEnvelope(body: unknown): body is { success: boolean; data?: unknown } {
  return (
    typeof body === 'object' && body !== null && typeof (body as { success?: unknown }).success === 'boolean'
  );
}

function refused(problem: Problem): Outcome<never> {
  return { ok: false, problem };
}

function localOnly(name: string, server: string): Problem {
  return { code: 'usage', detail: `${name} works on a local ledger only, not on ${server}.` };
}

function noDryRuns(server: string): Problem {
  return {
    code: 'not_offered',
    detail: `${server} does not offer dry runs: it would carry the write out.`,
    hint: 'Look at the present state with the commands that show, then write without --dry-run.',
  };
}

function planChanged(): Problem {
  const detail =
    'The ledger changed since you were asked, so the result would not be the one agreed to. Nothing was sent.';
  return { code: 'plan_changed', detail };
}
