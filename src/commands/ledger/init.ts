import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `ledger init`: makes a new ledger. */
export const command: CommandDefinition = {
  path: ['ledger', 'init'],
  says: 'Make a new, empty ledger.',
  args: [],
  options: [],
  examples: [
    { line: 'loandesk ledger init --ledger /srv/bank/ledger.db', says: 'at a place of your choice' },
  ],
  writes: true,
  exitCodes: [6],
  columns: () => VIEW.columns,
  localOnly: true,
  foundsLedger: true,
  async run(_input, deps) {
    if (deps.dryRun) {
      const path = await deps.rooms.ledgerFile().pathToFound();
      if (typeof path !== 'string') return { ok: false, problem: path };
      return { ok: true, data: { path, created: true, dry_run: true }, view: VIEW };
    }
    const path = await deps.rooms.ledgerFile().pathToFound();
    if (typeof path !== 'string') return { ok: false, problem: path };
    // Opening founds it: the same way `apply` and the imports make a missing ledger.
    await deps.backend();
    return {
      ok: true,
      data: { path, created: true },
      view: VIEW,
      notices: ['next: loandesk apply, or loandesk merchants import FILE'],
    };
  },
};

const VIEW = {
  shape: 'record',
  columns: [
    { key: 'path', title: 'Ledger', kind: 'id' },
    { key: 'created', title: 'Created', kind: 'boolean' },
  ],
} as const;
