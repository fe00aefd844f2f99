import type { Column } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `ledger backup FILE`: a verified copy of the ledger, made while others work on it. */
export const command: CommandDefinition = {
  path: ['ledger', 'backup'],
  says: 'Copy the ledger to a new file, also while others write to it, and verify the copy.',
  more: 'The copy is the ledger as it was at one moment. It gets its name only when it is whole and every check passes; it is never written over a file. Keep the anchor it prints apart from it.',
  args: [{ name: 'FILE', says: 'the new file', asks: 'Copy it to', required: true, of: 'file' }],
  options: [],
  examples: [{ line: 'loandesk ledger backup /mnt/safe/ledger-2026-03-01.db', says: 'every evening' }],
  writes: true,
  exitCodes: [2, 6, 7, 9],
  columns: () => COLUMNS,
  localOnly: true,
  async run(input, deps) {
    const written = await deps.rooms.ledgerFile().backUp(input.args[0] ?? '');
    if ('code' in written) return { ok: false, problem: written };
    return {
      ok: true,
      data: deps.dryRun ? { ...written, dry_run: true } : written,
      view: { shape: 'record', columns: COLUMNS },
      notices: deps.dryRun ? [] : ['verified: every check of the ledger passes on the copy'],
    };
  },
};

const COLUMNS: readonly Column[] = [
  { key: 'path', title: 'Backup', kind: 'id' },
  { key: 'bytes', title: 'Bytes', kind: 'integer' },
  { key: 'entries', title: 'Journal entries', kind: 'integer' },
  { key: 'loans', title: 'Loans', kind: 'integer' },
  { key: 'anchor.sequence', title: 'Sealed up to', kind: 'integer' },
  { key: 'anchor.hash', title: 'Anchor', kind: 'id' },
];
