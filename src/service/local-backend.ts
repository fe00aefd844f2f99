import type { Backend, CallOptions } from '../contract/backend.ts';
import type { OperationInput, OperationName, OperationOutput } from '../contract/operation-types.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { Outcome, Problem } from '../contract/problem.ts';
import { cairoDateOf } from '../domain/cairo-date.ts';
import type { CalendarDate } from '../domain/dates.ts';
import { type IdKind, makeId } from '../domain/identifiers.ts';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import type { ReadTx, Store, WriteTx } from '../store/port.ts';
import type { Call, Caller, Written } from './call.ts';
import { withoutGeneratedIds } from './dry-run-answer.ts';
import { HANDLERS } from './handlers.ts';
import { asProblem, isAnswerable } from './service-problem.ts';

/** What the service needs from outside: the clock and the randomness are arguments, never reached for. */
export interface ServiceParts {
  readonly store: Store;
  nowMs(): number;
  randomBytes(size: number): Uint8Array;
  readonly caller: Caller;
  /** Id of the request all calls belong to; absent: each call draws its own. */
  readonly requestId?: string;
  /** `--business-date`: the clock then reads 12:00 UTC of that day. */
  readonly givenBusinessDate: CalendarDate | null;
  readonly describedAs: string;
}

type AnyHandler = (tx: ReadTx | WriteTx, input: unknown, call: Call) => Promise<unknown>;

/**
 * The operations on a ledger this process holds open. Each is one transaction: load, let the domain decide,
 * write. What was refused is recorded too, in a transaction of its own.
 */
export function localBackend(parts: ServiceParts): Backend {
  return {
    describedAs: parts.describedAs,
    close: () => parts.store.close(),
    async call<Name extends OperationName>(
      name: Name,
      input: OperationInput<Name>,
      options: CallOptions = {},
    ): Promise<Outcome<OperationOutput<Name>>> {
      const handle = (await HANDLERS[name]()).handle as unknown as AnyHandler;
      const run = OPERATIONS[name].writes ? runWrite : runRead;
      try {
        const answer = await run(parts, name, handle, input, options);
        return answer as Outcome<OperationOutput<Name>>;
      } catch (error) {
        if (isAnswerable(error)) return { ok: false, problem: asProblem(error) };
        throw error;
      }
    },
  };
}

async function runRead(
  parts: ServiceParts,
  name: OperationName,
  handle: AnyHandler,
  input: unknown,
  options: CallOptions,
): Promise<Outcome<unknown>> {
  const { call, told } = newCall(parts, false);
  const answer =
    options.recorded === true
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
  const object = Array.isArray(answer)
    ? `${answer.length} ${answer.length === 1 ? 'user' : 'users'}`
    : String((answer as { user_id?: unknown }).user_id ?? '');
  await recordAudit(tx, call, name, 'done', { object, after: { asked: input } });
  return answer;
}

/** Carries a refusal out of a unit of work, so that the unit rolls back. */
class RefusedUnit extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

async function runWrite(
  parts: ServiceParts,
  name: OperationName,
  handle: AnyHandler,
  input: unknown,
  options: CallOptions,
): Promise<Outcome<unknown>> {
  const dryRun = options.dryRun ?? false;
  let generated = new Set<string>();
  try {
    const value = await parts.store.write(
      async (tx) => {
        const fresh = newCall(parts, dryRun);
        generated = fresh.generatedIds;
        const answer = (await handle(tx, input, fresh.call)) as Written<unknown> | Refusal;
        if (isRefusal(answer)) throw new RefusedUnit(answer);
        if (answer.audit !== null) {
          await recordAudit(tx, fresh.call, name, 'done', answer.audit);
        }
        return answer.value;
      },
      { dryRun },
    );
    return { ok: true, value: dryRun ? withoutGeneratedIds(value, generated) : value };
  } catch (error) {
    if (!(error instanceof RefusedUnit)) throw error;
    if (!dryRun || options.rehearsal) await recordRefusal(parts, name, input, error.refusal);
    return { ok: false, problem: problemOf(error.refusal) };
  }
}

async function recordRefusal(
  parts: ServiceParts,
  name: OperationName,
  input: unknown,
  refusal: Refusal,
): Promise<void> {
  const { call } = newCall(parts, false);
  await parts.store.write((tx) =>
    recordAudit(tx, call, name, refusal.code, {
      object: objectOf(input),
      after: { asked: input, refused: refusal },
    }),
  );
}

/** What a refused call was about: the first id in it. */
function objectOf(input: unknown): string {
  const fields = input as Record<string, unknown>;
  for (const key of ['loan_id', 'application_id', 'disbursement_reference', 'merchant_id', 'key']) {
    const value = fields[key];
    if (typeof value === 'string') return value.slice(0, 64);
  }
  return '';
}

async function recordAudit(
  tx: WriteTx,
  call: Call,
  action: OperationName,
  outcome: string,
  entry: { object: string; before?: unknown; after?: unknown },
): Promise<void> {
  await tx.insert.audit({
    at: call.now,
    ...call.caller,
    action,
    object: entry.object,
    beforeJson: entry.before === undefined ? null : JSON.stringify(entry.before),
    afterJson: entry.after === undefined ? null : JSON.stringify(entry.after),
    outcome,
    requestId: call.requestId,
    policyVersion: (await tx.policy.latest()).version,
    businessDate: call.givenBusinessDate,
  });
}

/** What a handler says beside its answer. */
interface Told {
  totalCount?: number;
}

function newCall(
  parts: ServiceParts,
  dryRun: boolean,
): { call: Call; generatedIds: Set<string>; told: Told } {
  const told: Told = {};
  const generatedIds = new Set<string>();
  const given = parts.givenBusinessDate;
  const nowMs = given === null ? parts.nowMs() : Date.parse(`${given}T12:00:00.000Z`);
  let requestId = parts.requestId;
  const call: Call = {
    caller: parts.caller,
    // Drawn when first asked for: a read needs none, and the source of randomness takes time to load.
    get requestId() {
      requestId ??= hex(parts.randomBytes(8));
      return requestId;
    },
    nowMs,
    now: new Date(nowMs).toISOString(),
    today: given ?? cairoDateOf(nowMs),
    givenBusinessDate: given,
    dryRun,
    newId(kind: IdKind): string {
      const id = makeId(kind, parts.randomBytes(5));
      generatedIds.add(id);
      return id;
    },
    tellTotal(count) {
      told.totalCount = count;
    },
  };
  return { call, generatedIds, told };
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A refusal as the problem people and programs get: field names become JSON pointers. */
function problemOf(refusal: Refusal): Problem {
  const { code, message, hint, faults } = refusal;
  return {
    code,
    detail: message,
    ...(hint === undefined ? {} : { hint }),
    ...(faults === undefined
      ? {}
      : {
          errors: faults.map((fault) => ({
            pointer: `/${fault.field}`,
            code: fault.code,
            message: fault.message,
          })),
        }),
  };
}
