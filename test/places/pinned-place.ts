import { createHash } from 'node:crypto';
import type { Backend, CallOptions } from '../../src/contract/backend.ts';
import type { OperationInput, OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import type { Passwords } from '../../src/service/access/passwords.ts';
import type { Caller } from '../../src/service/call.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import type { Store } from '../../src/store/port.ts';

/** Passwords that are compared at once. */
const QUICK: Passwords = {
  hash: async (password) => createHash('sha256').update(password).digest('hex'),
  fits: async (password, kept) =>
    kept !== null && createHash('sha256').update(password).digest('hex') === kept,
};

/** What both places share: the day, and which command line is being run. */
export interface Moment {
  today: string;
  line: number;
}

/**
 * A ledger whose clock stands still and whose randomness depends only on the command line and on how many writes it
 * has done: whoever does the same, in whatever number of rehearsals, gets the same ids.
 */
export class PinnedPlace {
  readonly store: Store;
  /** Operations that were asked for here. */
  readonly asked = new Set<OperationName>();
  readonly #moment: Moment;
  #line = 0;
  #writes = 0;
  #drawn = 0;

  constructor(store: Store, moment: Moment) {
    this.store = store;
    this.#moment = moment;
  }

  nowMs(): number {
    return Date.parse(`${this.#moment.today}T12:00:00.000Z`);
  }

  backendFor(caller: Caller, describedAs: string): Backend {
    const backend = localBackend({
      store: this.store,
      nowMs: () => this.nowMs(),
      randomBytes: (size) => this.#randomBytes(size),
      caller,
      givenBusinessDate: null,
      describedAs,
      requestId: `line-${this.#moment.line}`,
      passwords: QUICK,
    });
    const { together } = backend;
    return {
      ...backend,
      call: (name, input, options) => this.#call(backend, name, input, options),
      ...(together === undefined
        ? {}
        : {
            together: (work) =>
              together((calls) =>
                work({ call: (name, input, options) => this.#call(calls, name, input, options) }),
              ),
          }),
      close: async () => {},
    };
  }

  #call<Name extends OperationName>(
    calls: Pick<Backend, 'call'>,
    name: Name,
    input: OperationInput<Name>,
    options: CallOptions = {},
  ) {
    const { line } = this.#moment;
    if (line !== this.#line) this.#writes = 0;
    this.#line = line;
    this.#drawn = 0;
    this.asked.add(name);
    const answer = calls.call(name, input, options);
    if (OPERATIONS[name].writes && options.dryRun !== true) this.#writes += 1;
    return answer;
  }

  #randomBytes(size: number): Uint8Array {
    this.#drawn += 1;
    const seed = `${this.#line} ${this.#writes} ${this.#drawn}`;
    return new Uint8Array(createHash('sha512').update(seed).digest().subarray(0, size));
  }
}
