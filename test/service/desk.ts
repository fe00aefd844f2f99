import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { CallOptions } from '../../src/contract/backend.ts';
import { OPERATION_SCHEMAS } from '../../src/contract/operation-schemas.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../src/contract/operation-types.ts';
import { OPERATIONS, type Role } from '../../src/contract/operations.ts';
import type { Outcome, Problem } from '../../src/contract/problem.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import type { Passwords } from '../../src/service/access/passwords.ts';
import type { Caller } from '../../src/service/call.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import type { Store } from '../../src/store/port.ts';
import type { AuditRecord } from '../../src/store/records.ts';
import { openEmptyLedger } from '../store/empty-ledger.ts';

export const OFFICER: Caller = {
  actor: 'mona',
  osUser: 'mona.h',
  host: 'desk-4',
  channel: 'terminal',
  userId: null,
  roles: null,
};

/** What the audit trail has of a caller. */
export function recordedOf({ actor, osUser, host, channel }: Caller) {
  return { actor, osUser, host, channel };
}

/** Problems every operation can answer with, by who asks and with which key. */
const OF_EVERY_OPERATION = ['role_missing', 'key_reused', 'plan_changed', 'overloaded', 'figure_too_large'];

/** Passwords that are compared at once, and how often: what takes as long is what is done as often. */
class QuickPasswords implements Passwords {
  compared = 0;
  async hash(password: string): Promise<string> {
    return `quick ${createHash('sha256').update(password).digest('hex')}`;
  }
  async fits(password: string, kept: string | null): Promise<boolean> {
    this.compared += 1;
    return kept !== null && (await this.hash(password)) === kept;
  }
}

const ALL = { offset: 0, limit: null };

/**
 * The service on a real store with a clock that stands still and randomness that repeats. Every call is held
 * against the contract: its request and its response to their schemas, its problem to the codes the operation
 * may answer with.
 */
export class Desk {
  /** The day the clock shows. */
  today: string;
  /** And the time of that day, UTC. */
  time = '12:00:00';
  /** The clock itself in milliseconds, where seconds are too coarse; null: the day and time above. */
  clockMs: number | null = null;
  /** `--business-date`; null: not given. */
  givenBusinessDate: string | null = null;
  caller: Caller = OFFICER;
  store: Store;
  readonly passwords = new QuickPasswords();
  #randomState = 1;

  constructor(store: Store, today: string) {
    this.store = store;
    this.today = today;
  }

  async call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options: CallOptions = {},
  ): Promise<Outcome<OperationOutput<Name>>> {
    OPERATION_SCHEMAS[name].request.parse(input);
    const backend = localBackend({
      store: this.store,
      nowMs: () => this.nowMs(),
      randomBytes: (size) => this.randomBytes(size),
      caller: this.caller,
      givenBusinessDate: this.givenBusinessDate as CalendarDate | null,
      describedAs: 'ledger of the test',
      passwords: this.passwords,
    });
    const answer = await backend.call(name, input, options);
    if (answer.ok) OPERATION_SCHEMAS[name].response.parse(JSON.parse(JSON.stringify(answer.value)));
    else
      expect(
        [...OPERATIONS[name].problems, ...OF_EVERY_OPERATION],
        `${name} answers a code it does not list`,
      ).toContain(answer.problem.code);
    return answer;
  }

  nowMs(): number {
    return this.clockMs ?? Date.parse(`${this.today}T${this.time}.000Z`);
  }

  /** Goes on as an officer signed in to the service. */
  as(email: string, ...roles: readonly Role[]): this {
    const userId = [...email].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
    this.caller = { actor: email, osUser: 'service', host: '10.0.0.7', channel: 'http', userId, roles };
    return this;
  }

  /** A call that must succeed. */
  async done<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options: CallOptions = {},
  ): Promise<OperationOutput<Name>> {
    const answer = await this.call(name, input, options);
    if (!answer.ok) throw new Error(`${name} was refused: ${answer.problem.code}: ${answer.problem.detail}`);
    return answer.value;
  }

  /**
   * A call that must be refused: the ledger is as before, but for one audit record with that outcome when it
   * was a write.
   */
  async refused<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<Problem> {
    const [factsBefore, auditBefore] = [await this.fingerprint(), await this.audit()];
    const answer = await this.call(name, input);
    if (answer.ok) throw new Error(`${name} was not refused: ${JSON.stringify(answer.value)}`);
    expect(await this.fingerprint(), 'a refusal changed the ledger').toEqual(factsBefore);
    const added = (await this.audit()).slice(auditBefore.length);
    const expected = OPERATIONS[name].writes ? [{ action: name, outcome: answer.problem.code }] : [];
    expect(added, 'a refused attempt is one audit record').toMatchObject(expected);
    expect(added).toHaveLength(expected.length);
    return answer.problem;
  }

  /** The whole audit trail, oldest first. */
  async audit(): Promise<readonly AuditRecord[]> {
    return this.store.read(async (tx) => (await tx.audit.list({}, ALL)).rows);
  }

  /** Every fact of the ledger but its audit records, to be compared. */
  async fingerprint(): Promise<unknown> {
    return this.store.read(async (tx) => {
      const applications = await tx.applications.list({}, ALL);
      const loans = await tx.loans.list({}, ALL);
      const merchants = await tx.merchants.list({}, ALL);
      const loanIds = loans.rows.map((row) => row.loan.loanId);
      const orders = [];
      for (const { merchantId } of merchants.rows)
        orders.push(await tx.merchants.orders(merchantId, {}, ALL));
      return {
        applications,
        decisions: await tx.decisions.ofApplications(applications.rows.map((row) => row.applicationId)),
        loans,
        entries: await tx.journal.ofLoans(loanIds),
        notes: await tx.notes.ofLoans(loanIds),
        aliases: await tx.aliases.ofLoans(loanIds),
        toHandOn: await tx.exports.pending(this.today as CalendarDate, null),
        merchants,
        stores: await tx.merchants.stores(merchants.rows.map((row) => row.merchantId)),
        orders,
        policies: await tx.policy.versions(),
        officers: await tx.officers.list(ALL),
        approvals: await tx.approvals.list({ waiting: false }, ALL),
        batches: await tx.receipts.batches(ALL),
        held: await tx.receipts.held({}, ALL),
      };
    });
  }

  /** Repeatable bytes: a linear congruential generator, good enough to make ids differ. */
  randomBytes(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => {
      this.#randomState = (Math.imul(this.#randomState, 1_103_515_245) + 12_345) >>> 0;
      return this.#randomState >>> 24;
    });
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

/** A desk with a new ledger, founded on the day it opens. */
export async function openDesk(today = '2026-03-01'): Promise<Desk> {
  const store = await openEmptyLedger();
  await foundLedger(store, OFFICER, `${today}T12:00:00.000Z`, 'founding');
  return new Desk(store, today);
}

/** Runs a test on a desk of its own and closes it, whatever happens. */
export function onDesk(test: (desk: Desk) => Promise<void>, today?: string): () => Promise<void> {
  return async () => {
    const desk = await openDesk(today);
    try {
      await test(desk);
    } finally {
      await desk.close();
    }
  };
}
