import { describe, expect, it } from 'vitest';
import { takeTogether } from '../../src/commands/take-together.ts';
import type { Backend } from '../../src/contract/backend.ts';
import type { Problem } from '../../src/contract/problem.ts';
import type { Deps } from '../../src/shell/command-definition.ts';

const BATCH = Array.from({ length: 1_000 }, (_, at) => at);
const FAULT: Problem = { code: 'not_found', detail: 'no merchant has a store "web"' };
/** Far longer than a commit waits for a file. */
const LONG_MS = 300;

type Batches = AsyncGenerator<readonly number[]>;

/** Takes batches by a backend that notes what happens, in order; `commit` fails when it throws or answers a problem. */
class Desk {
  readonly trail: string[] = [];
  readonly deps: Deps;

  constructor(how: { readonly durableApart?: boolean; readonly commit?: () => Problem | null } = {}) {
    const { trail } = this;
    const backend: Partial<Backend> = {
      async together(work) {
        try {
          const value = await work({ call: async () => ({ ok: false, problem: FAULT }) });
          const problem = how.commit?.() ?? null;
          return problem === null ? { ok: true, value } : { ok: false, problem };
        } finally {
          trail.push('commit');
        }
      },
    };
    if (how.durableApart === true) delete backend.together;
    this.deps = {
      backend: async () => {
        if (!trail.includes('open')) trail.push('open');
        return backend as Backend;
      },
    } as Deps;
  }

  take(batches: Batches, problemAt?: number): Promise<Problem | null> {
    let batch = 0;
    return takeTogether(
      batches,
      this.deps,
      async (lines) => {
        batch += 1;
        this.trail.push(`${lines.length}`);
        return batch === problemAt ? FAULT : null;
      },
      (lines) => this.trail.push(`kept ${lines}`),
    );
  }
}

async function* file(batches: number, ending: () => void = () => {}): Batches {
  try {
    for (let at = 0; at < batches; at++) yield BATCH;
  } finally {
    ending();
  }
}

const times = (count: number) => Array<string>(count).fill('1000');

describe('taking batches together', () => {
  it('commits every twenty thousand records, and tells what is kept after the commit', async () => {
    const desk = new Desk();
    expect(await desk.take(file(45))).toBeNull();
    expect(desk.trail).toEqual([
      ...['open', ...times(20), 'commit', 'kept 20000'],
      ...[...times(20), 'commit', 'kept 20000', ...times(5), 'commit', 'kept 5000'],
    ]);
  });

  it('opens nothing for a file without a record, or one that cannot be read', async () => {
    const desk = new Desk();
    expect(await desk.take(file(0))).toBeNull();
    await expect(desk.take(broken(0))).rejects.toThrow('the file ends in the middle');
    expect(desk.trail).toEqual([]);
  });

  it('commits what has come of a slow file, and goes on when more comes', async () => {
    const desk = new Desk();
    async function* slow(): Batches {
      yield BATCH;
      yield BATCH;
      await after(LONG_MS);
      expect(desk.trail.at(-1)).toBe('kept 2000');
      yield BATCH;
    }
    expect(await desk.take(slow())).toBeNull();
    expect(desk.trail.slice(-3)).toEqual(['1000', 'commit', 'kept 1000']);
  });

  it('commits what came before a file broke off, and throws what it threw', async () => {
    const desk = new Desk();
    await expect(desk.take(broken(2))).rejects.toThrow('the file ends in the middle');
    expect(desk.trail).toEqual(['open', ...times(2), 'commit']);
  });

  it('stops at a problem, tells of nothing after it and closes the file', async () => {
    const desk = new Desk();
    const ends: string[] = [];
    expect(
      await desk.take(
        file(9, () => ends.push('closed')),
        3,
      ),
    ).toEqual(FAULT);
    expect(desk.trail).toEqual(['open', ...times(3), 'commit']);
    expect(ends).toEqual(['closed']);
  });

  it('tells of nothing whose commit failed', async () => {
    const refused = new Desk({ commit: () => FAULT });
    expect(await refused.take(file(2))).toEqual(FAULT);
    const lost = new Desk({
      commit: () => {
        throw new Error('disk full');
      },
    });
    await expect(lost.take(file(2))).rejects.toThrow('disk full');
    for (const { trail } of [refused, lost]) expect(trail).toEqual(['open', ...times(2), 'commit']);
  });

  it('tells of each batch by itself where calls are durable by themselves', async () => {
    const desk = new Desk({ durableApart: true });
    expect(await desk.take(file(3))).toBeNull();
    expect(desk.trail).toEqual(['open', '1000', 'kept 1000', '1000', 'kept 1000', '1000', 'kept 1000']);
  });
});

async function* broken(batches: number): Batches {
  yield* file(batches);
  throw new Error('the file ends in the middle');
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
