import { describe, expect, it } from 'vitest';
import { everyPage, onePageOrAll } from '../../src/commands/every-page.ts';
import type { CommandInput, Deps } from '../../src/shell/command-definition.ts';

const NOTHING_TYPED: CommandInput = { args: [], options: {} };

/** Lists `rows` by pages of at most `most`, telling `tell` more than there are. */
function paged(rows: () => readonly string[], { most = 20, tell = 0 } = {}) {
  const asked: number[] = [];
  const page = (number: number) => {
    asked.push(number);
    const found = rows().slice((number - 1) * most, number * most);
    return found.map((id) => ({ id }));
  };
  return {
    asked,
    enveloped: async (paging: { page?: string }) => {
      const data = page(Number(paging.page));
      const value = { page: Number(paging.page), size: most, total_count: rows().length + tell, data };
      return { ok: true, value } as const;
    },
    bare: async (paging: { page?: string }) => ({ ok: true, value: page(Number(paging.page)) }) as const,
    counted: async (paging: { page?: string }) =>
      ({ ok: true, value: page(Number(paging.page)), totalCount: rows().length }) as const,
  };
}

function ids(many: number): readonly string[] {
  return Array.from({ length: many }, (_, at) => `m-${at}`);
}

function deps() {
  const said: string[] = [];
  return { said, deps: { everyRow: true, progress: (line: string) => said.push(line) } as unknown as Deps };
}

describe('every row of a list (B41)', () => {
  it.each([
    [0, 1],
    [1, 1],
    [20, 1],
    [40, 2],
    [41, 3],
  ])('of %i rows takes %i requests', async (many, requests) => {
    for (const form of ['enveloped', 'counted'] as const) {
      const list = paged(() => ids(many));
      const rows =
        form === 'enveloped'
          ? await onePageOrAll(NOTHING_TYPED, deps().deps, list.enveloped)
          : await everyPage(deps().deps, list.counted);
      if (!rows.ok) throw new Error('refused');
      const found = Array.isArray(rows.value) ? rows.value : rows.value.data;
      expect(found.map(({ id }) => id)).toEqual(ids(many));
      expect(list.asked).toHaveLength(requests);
    }
  });

  it.each([0, 1, 20, 40, 41])('is whole where a bare list of %i tells no total', async (many) => {
    const list = paged(() => ids(many));
    const rows = await everyPage(deps().deps, list.bare);
    expect(rows.ok && rows.value.map(({ id }) => id)).toEqual(ids(many));
    expect(list.asked.length).toBeLessThanOrEqual(4);
  });

  it.each([1, -1])('ends where the total is wrong by %i', async (tell) => {
    for (const many of [1, 19, 20, 39, 40, 41]) {
      const list = paged(() => ids(many), { tell });
      const all = await onePageOrAll(NOTHING_TYPED, deps().deps, list.enveloped);
      expect(list.asked.length).toBeLessThanOrEqual(4);
      // A total one too low that a full page completes cannot be told from the truth.
      const cannotBeTold = tell === -1 && many === 41;
      if (all.ok && !cannotBeTold) expect(all.value.data).toHaveLength(many);
    }
  });

  it('takes a row once that moved to the next page meanwhile, and says so', async () => {
    let rows = ids(40);
    const list = paged(() => rows);
    const { said, deps: given } = deps();
    const all = await onePageOrAll(NOTHING_TYPED, given, async (paging) => {
      const answer = await list.enveloped(paging);
      if (paging.page === '1') rows = ['m-new', ...rows];
      return answer;
    });
    expect(all.ok && all.value.data.map(({ id }) => id)).toEqual(ids(40));
    expect(said).toEqual(['note: 1 rows came on two pages and are listed once']);
  });

  it('ends where every page is the first', async () => {
    const rows = ids(20).map((id) => ({ id }));
    let asked = 0;
    const all = await everyPage(deps().deps, async () => {
      asked += 1;
      return { ok: true, value: rows } as const;
    });
    expect(all.ok && all.value).toHaveLength(20);
    expect(asked).toBe(2);
  });
});
