import { nowMs, randomBytes } from './clock-and-chance.ts';
import type { Caller } from './service/call.ts';
import { foundLedger } from './service/ledger/found-ledger.ts';
import { asProblem, isAnswerable } from './service/service-problem.ts';
import { ProblemThrown } from './shell/thrown.ts';
import type { Store } from './store/port.ts';

/** A store's failure as a problem to throw; other errors as they are. */
export function answerable(error: unknown): unknown {
  return isAnswerable(error) ? new ProblemThrown(asProblem(error), { cause: error }) : error;
}

/** A ledger with nothing in it gets its first policy; also one whose maker was killed before it could. */
export async function foundedStore(store: Store, caller: Caller): Promise<Store> {
  const isFounded = async () => (await store.read((tx) => tx.policy.versions())).length > 0;
  try {
    if (await isFounded()) return store;
    const requestId = Buffer.from(randomBytes(8)).toString('hex');
    await foundLedger(store, caller, new Date(nowMs()).toISOString(), requestId);
  } catch (error) {
    // Two programs may found the same ledger at once; the second finds it done.
    if (!(await isFounded().catch(() => false))) throw answerable(error);
  }
  return store;
}
