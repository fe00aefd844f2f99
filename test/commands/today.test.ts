import { describe, expect, it } from 'vitest';
import { command } from '../../src/commands/today.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import type { Deps } from '../../src/shell/command-definition.ts';
import { fakeCommand, runAtDesk } from '../shell/fake-desk.ts';

const HAVING = { code: 'ledger_exists', detail: 'There is a ledger.' };

interface Setting {
  readonly missing?: string;
  readonly terminal?: boolean;
  readonly local?: boolean;
  readonly waiting?: number;
}

/** What `today` answers where so much waits; `missing` is where a ledger would be. */
async function shown({ missing, terminal = true, local = true, waiting = 0 }: Setting) {
  const value = {
    as_of: '2026-03-01',
    policy_version: 1,
    lines: [
      { item: 'due_today', count: waiting, amount: '0.00', since: null, command: 'loandesk report due' },
      { item: 'last_verify', count: null, amount: null, since: null, command: 'loandesk ledger verify' },
    ],
    last_verify: null,
  };
  let looked = 0;
  const deps = {
    tableOnTerminal: terminal,
    onLocalLedger: local,
    backend: async () => ({ call: async () => ({ ok: true, value }) }),
    rooms: {
      ledgerFile: () => ({
        pathToFound: async () => {
          looked += 1;
          return missing ?? HAVING;
        },
      }),
    },
  } as unknown as Deps;
  const result = await command.run({ args: [], options: {} }, deps);
  if (!result.ok) throw new Error(result.problem.detail);
  return { ...result, looked };
}

describe('today without a ledger', () => {
  it('tells three ways to start on a terminal', async () => {
    const { view, data } = await shown({ missing: '/home/m\u0007/ledger.db' });
    if (view.shape !== 'text') throw new Error(view.shape);
    expect(view.text).toContain('There is no ledger at /home/m\\u0007/ledger.db yet. Three ways to start:');
    for (const way of [
      'loandesk demo',
      'loandesk ledger init',
      'loandesk apply',
      'loandesk auth login --server',
    ])
      expect(view.text).toContain(way);
    for (const line of view.text.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(80);
    expect(data).toMatchObject({ as_of: '2026-03-01' });
  });

  it('gives the rows elsewhere, and says so beside them', async () => {
    const { view, notices } = await shown({ missing: '/nowhere/ledger.db', terminal: false });
    expect(view.shape).toBe('list');
    expect(notices).toEqual(['There is no ledger at /nowhere/ledger.db yet: loandesk ledger init']);
  });

  it('looks for one only where nothing waits, and never for a server', async () => {
    expect(await shown({ waiting: 2 })).toMatchObject({ looked: 0, notices: [] });
    const notices = ['Nothing waits. To take an application: loandesk apply'];
    expect(await shown({ local: false })).toMatchObject({ looked: 0, notices });
    expect(await shown({})).toMatchObject({ looked: 1, notices, view: { shape: 'list' } });
  });
});

describe('loandesk alone', () => {
  const definitions = [fakeCommand('today'), fakeCommand('loan ls')];

  it('is today on a terminal, also with flags of every command', async () => {
    const alone = await runAtDesk('', { definitions, stdoutIsTerminal: true });
    expect(alone).toMatchObject({ exitCode: 0, inputs: [{ args: [], options: {} }] });
    const { deps } = await runAtDesk('--officer omar --no-color', { definitions, stdoutIsTerminal: true });
    expect(deps?.officer).toBe('omar');
    const wrong = await runAtDesk('--nothing', { definitions, stdoutIsTerminal: true });
    expect(wrong).toMatchObject({ exitCode: 2, inputs: [], out: '' });
  });

  it('is the help anywhere else', async () => {
    const { out, inputs } = await runAtDesk('', { definitions });
    expect(out).toMatch(/^Welcome to loandesk/);
    expect(inputs).toEqual([]);
    expect(await runAtDesk('--officer omar', { definitions })).toMatchObject({ exitCode: 2, inputs: [] });
  });
});

describe('today on a server of another make', () => {
  const refusal = { code: 'not_offered', detail: 'does not offer it' };
  const run = (tableOnTerminal: boolean) => {
    const backend = {
      describedAs: 'server https://x\u0007',
      call: async () => ({ ok: false, problem: refusal }),
    };
    const deps = { tableOnTerminal, lineCells: 80, backend: async () => backend } as unknown as Deps;
    return command.run({ args: [], options: {} }, deps);
  };

  it('says on a terminal what such a server can, and that it is none of ours', async () => {
    const result = await run(true);
    if (!result.ok || result.view.shape !== 'text') throw new Error('no text');
    const { text } = result.view;
    expect(text).toMatch(/^The server https:\/\/x\\u0007 is of another make/);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const named = [...text.matchAll(/^ {2}loandesk ((?:[a-z-]+ ?)+)(?= |$)/gm)].map(([, words]) =>
      words!.trim(),
    );
    for (const words of named) {
      const { calls = [] } = await CATALOGUE.find(({ path }) => path.join(' ') === words)!.load();
      if (words === 'loan quote') continue;
      expect(
        calls.some((name) => OPERATIONS[name].ofInterface),
        words,
      ).toBe(true);
    }
    expect(named).toContain('loan show');
  });

  it('is refused elsewhere', async () => {
    expect(await run(false)).toEqual({ ok: false, problem: refusal });
  });
});
