import type { Backend, CallOptions } from '../contract/backend.ts';
import { mayUse } from '../contract/may-use.ts';
import type { OperationInput, OperationName, OperationOutput } from '../contract/operation-types.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { Outcome, Problem } from '../contract/problem.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { ReadTx, WriteTx } from '../store/port.ts';
import { recordAudit } from './audit-entry.ts';
import type { Call, Caller } from './call.ts';
import { HANDLERS } from './handlers.ts';
import { newCall } from './new-call.ts';
import { problemOf } from './problem-of.ts';
import { runWrite, type WritingService } from './run-write.ts';
import type { ServiceParts } from './service-parts.ts';
import { asProblem, isAnswerable } from './service-problem.ts';
import { LOGGED_APART } from './writing-calls.ts';

type AnyHandler = (tx: ReadTx, input: unknown, call: Call) => Promise<unknown>;

/**
 * The operations on a ledger this process holds open. Each is one transaction: load, let the domain decide,
 * write. What was refused is recorded too, in a transaction of its own.
 */
export function localBackend(parts: ServiceParts): Backend {
  return {
    describedAs: parts.describedAs,
    close: () => parts.store.close(),
    async together(work) {
      let value: Awaited<ReturnType<typeof work>>;
      try {
        value = await parts.store.together((store) =>
          work(localBackend({ ...parts, store: { ...parts.store, ...store } })),
        );
      } catch (error) {
        if (isAnswerable(error)) return { ok: false, problem: asProblem(error) };
        throw error;
      }
      return { ok: true, value };
    },
    async call<Name extends OperationName>(
      name: Name,
      input: OperationInput<Name>,
      options: CallOptions = {},
    ): Promise<Outcome<OperationOutput<Name>>> {
      try {
        const barred = missingRole(name, parts.caller);
        if (barred !== null) return await barredCall(parts, name, barred, options);
        const service = await HANDLERS[name]();
        const answer = OPERATIONS[name].writes
          ? runWrite(parts, name, service as unknown as WritingService, input, options)
          : runRead(parts, name, service.handle as unknown as AnyHandler, input, options);
        return (await answer) as Outcome<OperationOutput<Name>>;
      } catch (error) {
        if (isAnswerable(error)) return { ok: false, problem: asProblem(error) };
        throw error;
      }
    },
  };
}

/** Why a caller may not use an operation at all; null when it may. Administrators may use every one. */
function missingRole(name: OperationName, { roles }: Caller): Problem | null {
  const row = OPERATIONS[name];
  if (roles === null || mayUse(row, roles)) return null;
  const named = ['admin', ...row.roles].join(' or ');
  return {
    code: 'role_missing',
    detail: `this is for the role ${named}; you have ${roles.join(', ') || 'none'}`,
  };
}

/** A refused attempt to change something is recorded, whoever made it; what it held is not looked at. */
async function barredCall(
  parts: ServiceParts,
  name: OperationName,
  problem: Problem,
  options: CallOptions,
): Promise<{ readonly ok: false; readonly problem: Problem }> {
  if (OPERATIONS[name].writes && (options.dryRun !== true || options.rehearsal === true)) {
    const { call } = newCall(parts);
    await parts.store.write((tx) => recordAudit(tx, call, name, problem.code, { object: '' }));
  }
  return { ok: false, problem };
}

async function runRead(
  parts: ServiceParts,
  name: OperationName,
  handle: AnyHandler,
  input: unknown,
  options: CallOptions,
): Promise<Outcome<unknown>> {
  const { call, told } = newCall(parts);
  const answer = LOGGED_APART.has(name)
    ? await parts.store.write((tx) => readingLoggedApart(tx, call, name, handle, input))
    : options.recorded === true
      ? await parts.store.write((tx) => recordedReading(tx, call, name, handle, input))
      : await parts.store.read((tx) => handle(tx, input, call));
  if (isRefusal(answer)) return { ok: false, problem: problemOf(answer) };
  return {
    ok: true,
    value: answer,
    ...(told.totalCount === undefined ? {} : { totalCount: told.totalCount }),
  };
}

/** Reads and records who read it: what nobody is shown cannot have been read without a trace. */
async function recordedReading(
  tx: WriteTx,
  call: Call,
  name: OperationName,
  handle: AnyHandler,
  input: unknown,
): Promise<unknown> {
  const answer = await handle(tx, input, call);
  if (isRefusal(answer)) return answer;
  const users = (Array.isArray(answer) ? answer : [answer]) as readonly { readonly user_id?: unknown }[];
  const [object = '', ...touches] = users.map(({ user_id }) => String(user_id ?? ''));
  await recordAudit(tx, call, name, 'done', { object, touches, after: { asked: input } });
  return answer;
}

/** Reads the audit trail and notes who did, apart from the trail, so that reading does not lengthen it. */
async function readingLoggedApart(
  tx: WriteTx,
  call: Call,
  name: OperationName,
  handle: AnyHandler,
  input: unknown,
): Promise<unknown> {
  const answer = await handle(tx, input, call);
  const { actor, osUser, host, channel } = call.caller;
  await tx.insert.auditReads([
    {
      at: call.now,
      actor,
      osUser,
      host,
      channel,
      action: name,
      askedJson: JSON.stringify(input),
      requestId: call.requestId,
    },
  ]);
  return answer;
}
