import type { CallOptions } from '../contract/backend.ts';
import type { OperationName } from '../contract/operation-types.ts';
import type { Outcome } from '../contract/problem.ts';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import type { WriteTx } from '../store/port.ts';
import { planChanged } from './agreed-plan.ts';
import { controlsInForce } from './approvals/controls-in-force.ts';
import type { ApprovalCount, Verdict } from './approvals/judge-control.ts';
import { recordAudit, refusalNote } from './audit-entry.ts';
import type { Call, Control, KeptRefusal, Preparation, Written } from './call.ts';
import { withoutGeneratedIds } from './dry-run-answer.ts';
import { type Key, keepAnswer, keptAnswer, keyOf } from './kept-answer.ts';
import { loansOfCall } from './loans-of-call.ts';
import { newCall } from './new-call.ts';
import { problemOf } from './problem-of.ts';
import type { ServiceParts } from './service-parts.ts';

/** The service of an operation that writes. */
export interface WritingService {
  readonly handle: (
    tx: WriteTx,
    input: unknown,
    call: Call,
    prepared: unknown,
  ) => Promise<Written<unknown> | KeptRefusal | Refusal>;
  readonly prepare?: Preparation<unknown, unknown>;
  /** See `WriteOptions.insertCount`. */
  readonly insertCount?: (prepared: unknown) => number;
  /** See `WriteOptions.alone`. */
  readonly alone?: 'imports';
}

/** One write of one caller. */
interface Write {
  readonly parts: ServiceParts;
  readonly name: OperationName;
  readonly service: WritingService;
  readonly input: unknown;
  readonly options: CallOptions;
  readonly key: Key | null;
  readonly prepared: unknown;
}

/** Carries a refusal out of a unit of work, so that the unit rolls back. */
class RefusedUnit extends Error {
  readonly refusal: Refusal;
  /** The key itself is refused: nothing is kept under it. */
  readonly ofKey: boolean;
  constructor(refusal: Refusal, ofKey = false) {
    super(refusal.code);
    this.refusal = refusal;
    this.ofKey = ofKey;
  }
}

/** Carries out of a unit that another person is needed, so that what it did is undone. */
class WaitingUnit extends Error {
  readonly control: Control<unknown>;
  readonly verdict: Verdict;
  /** The answer while the other person is awaited. */
  readonly value: unknown;
  constructor(control: Control<unknown>, verdict: Verdict, value: unknown) {
    super('a second person is needed');
    this.control = control;
    this.verdict = verdict;
    this.value = value;
  }
}

/** Others may agree or change the policy between two units; more often than this is a fault of ours. */
const MOST_ATTEMPTS = 20;

/**
 * Carries out a write: one transaction holds its effect, its audit record and the answer kept under its key. A
 * refusal is recorded in a transaction of its own; so is what has to wait for another person.
 */
export async function runWrite(
  parts: ServiceParts,
  name: OperationName,
  service: WritingService,
  input: unknown,
  options: CallOptions,
): Promise<Outcome<unknown>> {
  const key = keyOf(name, parts.caller, options);
  const prepared = await prepare(parts, service, input, options);
  const write: Write = { parts, name, service, input, options, key, prepared };
  if (isRefusal(prepared)) return refused(write, new RefusedUnit(prepared, true));
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const outcome = await attempted(write);
    if (outcome !== null) return outcome;
  }
  throw new Error(`${name} found the ledger changed ${MOST_ATTEMPTS} times`);
}

async function prepare(
  parts: ServiceParts,
  { prepare }: WritingService,
  input: unknown,
  options: CallOptions,
): Promise<unknown> {
  if (prepare === undefined) return undefined;
  const passwords =
    parts.passwords ??
    (await import('./access/passwords.ts')).scryptPasswords((size) => parts.randomBytes(size));
  const { call } = newCall(parts, { dryRun: options.dryRun ?? false });
  return prepare(input, call, { store: parts.store, passwords, plans: parts.plans ?? null });
}

/** One attempt; null when it must be made again. */
async function attempted(write: Write): Promise<Outcome<unknown> | null> {
  const dryRun = write.options.dryRun ?? false;
  try {
    const loanIds = loansOfCall(write.name, write.input);
    const insertCount = write.service.insertCount?.(write.prepared) ?? 0;
    const how = { dryRun, insertCount, alone: write.service.alone, ...(loanIds && { loanIds }) };
    return await write.parts.store.write((tx) => unit(tx, write), how);
  } catch (error) {
    if (error instanceof RefusedUnit) return refused(write, error);
    if (error instanceof WaitingUnit) return waiting(write, error);
    throw error;
  }
}

async function unit(tx: WriteTx, write: Write): Promise<Outcome<unknown>> {
  const { parts, name, service, input, options, key } = write;
  const dryRun = options.dryRun ?? false;
  const { call, generatedIds } = newCall(parts, { dryRun, keyed: key !== null });
  const kept = await keptAnswer(tx, key, call);
  if (isRefusal(kept)) throw new RefusedUnit(kept, true);
  if (kept !== null) return kept;
  const controls = await controlsInForce(tx, name, call);
  const answer = await service.handle(tx, input, call, write.prepared);
  if (isRefusal(answer)) throw new RefusedUnit(answer);
  if ('refusal' in answer) {
    await recordAudit(tx, call, name, answer.refusal.code, answer.audit);
    return { ok: false, problem: problemOf(answer.refusal) };
  }
  let { value, audit } = answer;
  if (controls !== null && answer.control !== undefined) {
    const { judgeControl, isShort, endWaiting } = await import('./approvals/judge-control.ts');
    const control = answer.control as Control<never>;
    const verdict = await judgeControl(tx, name, control, controls, call);
    if (isRefusal(verdict)) throw new RefusedUnit(verdict);
    if (isShort(verdict)) {
      const would = withoutGeneratedIds(answer.control.whileWaiting(value), generatedIds, {});
      const short = counted(would, verdict.count);
      holdToAgreed(options, short, generatedIds);
      throw new WaitingUnit(answer.control, verdict, short);
    }
    await endWaiting(tx, name, control, verdict, call);
    value = counted(value, verdict.count);
    if (audit !== null && verdict.count !== null) {
      audit = { ...audit, after: { ...(audit.after as object), approvals: verdict.count } };
    }
  }
  holdToAgreed(options, value, generatedIds);
  if (!dryRun) options.foretold?.(value);
  if (audit !== null) await recordAudit(tx, call, name, 'done', audit);
  const outcome = { ok: true, value } as const;
  await keepAnswer(tx, key, outcome, call);
  return dryRun ? { ok: true, value: withoutGeneratedIds(value, generatedIds) } : outcome;
}

/** Undoes the unit when its result is not what a person agreed to. */
function holdToAgreed(options: CallOptions, value: unknown, generated: ReadonlySet<string>): void {
  if (options.agreed === undefined) return;
  const changed = planChanged(options.agreed, value, generated);
  if (changed !== null) throw new RefusedUnit(changed);
}

/** An answer with how many have agreed to it. */
function counted(value: unknown, approvals: ApprovalCount | null): unknown {
  return { ...(value as object), approvals };
}

/** Stores that another person is awaited; null when that is not so any more. */
async function waiting(
  write: Write,
  { control, verdict, value }: WaitingUnit,
): Promise<Outcome<unknown> | null> {
  const { parts, name, options, key } = write;
  if (options.dryRun === true) return { ok: true, value: { ...(value as object), dry_run: true } };
  const { keepWaiting } = await import('./approvals/keep-waiting.ts');
  return parts.store.write(async (tx) => {
    const { call } = newCall(parts, { keyed: key !== null });
    if ((await keptAnswer(tx, key, call)) !== null) return null;
    const count = await keepWaiting(tx, name, control as Control<never>, verdict, call);
    if (count === null) return null;
    const outcome = { ok: true, value } as const;
    await keepAnswer(tx, key, outcome, call);
    return outcome;
  });
}

/** Records a refused attempt, and keeps the refusal as the answer to its key. */
async function refused(write: Write, { refusal, ofKey }: RefusedUnit): Promise<Outcome<unknown>> {
  const { parts, name, input, options } = write;
  const outcome = { ok: false, problem: problemOf(refusal) } as const;
  if (options.dryRun === true && options.rehearsal !== true) return outcome;
  const key = ofKey ? null : write.key;
  return parts.store.write(async (tx) => {
    const { call } = newCall(parts);
    // The same call may have been answered while this one was undone; both must be answered alike.
    const kept = await keptAnswer(tx, key, call);
    if (kept !== null && !isRefusal(kept)) return kept;
    await recordAudit(tx, call, name, refusal.code, refusalNote(name, input, refusal));
    await keepAnswer(tx, key, outcome, call);
    return outcome;
  });
}
