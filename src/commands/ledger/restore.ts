import type { Column } from '../../render/view.ts';
import type { CommandDefinition, LedgerGlimpse, LedgerRestore } from '../../shell/command-definition.ts';

/** `ledger restore FILE`: puts a backup in the place of the ledger, which is kept beside it. */
export const command: CommandDefinition = {
  path: ['ledger', 'restore'],
  says: 'Verify a backup and make it the ledger; what was there is kept beside it.',
  more: 'All or nothing: a backup that does not verify changes nothing, and whatever stops it leaves the one ledger or the other. The backup itself stays as it is. End "loandesk serve" first.',
  args: [{ name: 'FILE', says: 'the backup', asks: 'Restore from', required: true, of: 'file' }],
  options: [],
  examples: [
    { line: 'loandesk ledger restore /mnt/safe/ledger-2026-03-01.db', says: 'shows what is lost, then asks' },
    {
      line: 'loandesk ledger restore backup.db --ledger copy.db --yes',
      says: 'elsewhere, to look at it',
    },
  ],
  writes: true,
  exitCodes: [2, 7, 9],
  columns: () => COLUMNS,
  localOnly: true,
  async run(input, deps) {
    const source = input.args[0] ?? '';
    const restore = await deps.rooms.ledgerFile().prepareRestore(source);
    if ('code' in restore) return { ok: false, problem: restore };
    try {
      const { ledger, backup } = restore;
      const result = { ledger, restored_from: source, ...backup };
      const view = { shape: 'record', columns: COLUMNS } as const;
      const told = summaryOf(source, restore);
      if (deps.dryRun) {
        return { ok: true, data: { ...result, kept: null, dry_run: true }, view, notices: told };
      }
      const agreed = await deps.confirm(told, 'Restore it?', { defaultYes: restore.inPlace === null });
      if (agreed !== true) return { ok: false, problem: agreed };
      const done = await restore.carryOut();
      if ('code' in done) return { ok: false, problem: done };
      return {
        ok: true,
        data: { ...result, kept: done.kept },
        view,
        notices: [
          ...(done.kept === null ? [] : [`what was there is kept in ${done.kept}`]),
          `written to ledger ${ledger}`,
        ],
      };
    } finally {
      restore.discard();
    }
  },
};

function summaryOf(source: string, { ledger, backup, inPlace }: LedgerRestore): string[] {
  const from = `${source} is in order: ${contentsOf(backup)}.`;
  if (inPlace === null) return [from, `There is no ledger at ${ledger}; this becomes it.`];
  if (inPlace === 'unreadable') {
    return [from, `What is at ${ledger} cannot be read; it is kept beside it, under another name.`];
  }
  const lost = (inPlace.anchor?.sequence ?? 0) - (backup.anchor?.sequence ?? 0);
  return [
    from,
    `It takes the place of ${ledger}: ${contentsOf(inPlace)}. That one is kept beside it, under another name.`,
    ...(lost > 0
      ? [`What was recorded since is no longer in the ledger: ${counted(lost, 'sealed record')}.`]
      : []),
  ];
}

function contentsOf({ loans, entries, anchor }: LedgerGlimpse): string {
  const parts = [counted(loans, 'loan'), `${entries} journal ${entries === 1 ? 'entry' : 'entries'}`];
  return `${parts.join(', ')}, sealed up to ${anchor?.sequence ?? 0}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const COLUMNS: readonly Column[] = [
  { key: 'ledger', title: 'Ledger', kind: 'id' },
  { key: 'restored_from', title: 'Restored from', kind: 'id' },
  { key: 'kept', title: 'What was there', kind: 'id' },
  { key: 'entries', title: 'Journal entries', kind: 'integer' },
  { key: 'loans', title: 'Loans', kind: 'integer' },
  { key: 'anchor.sequence', title: 'Sealed up to', kind: 'integer' },
  { key: 'anchor.hash', title: 'Anchor', kind: 'id' },
];
