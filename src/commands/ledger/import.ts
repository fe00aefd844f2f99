import type { Column } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { countingFacts } from './counting-facts.ts';
import { MOVED_BOOK_COLUMNS } from './moved-book-columns.ts';

/** `ledger import FILE`: a whole ledger from the file that `ledger export --events` wrote. */
export const command: CommandDefinition = {
  path: ['ledger', 'import'],
  says: 'Replay an exported ledger into an empty one, with its dates, ids and officers, and compare the two.',
  more: 'All or nothing. The balance of each loan, the trial balance, the count of facts and the sealed chain must come out as they were exported, and the new ledger must verify; else nothing is kept. Signings in, tokens and plans of imports stay behind.',
  args: [
    {
      name: 'FILE',
      says: 'what "ledger export --events" wrote (-: standard input)',
      asks: 'Import from',
      required: true,
      of: 'file',
    },
  ],
  options: [],
  examples: [
    {
      line: 'loandesk ledger import book.jsonl --ledger /srv/bank/ledger.db',
      says: 'a move to another place',
    },
    {
      line: 'loandesk ledger import book.jsonl --ledger /tmp/try.db --dry-run',
      says: 'to see whether all of it comes through',
    },
  ],
  writes: true,
  exitCodes: [2, 6, 7],
  columns: () => COLUMNS,
  localOnly: true,
  async run(input, deps) {
    const source = input.args[0] ?? '';
    const room = await deps.rooms.moving();
    const imported = await room.importEvents(source, countingFacts(deps, 'replayed', true));
    deps.passing(null);
    if ('code' in imported) return { ok: false, problem: imported };
    const { ledger, kept, ...book } = imported;
    const data = { ledger, imported_from: source, kept, ...book };
    return {
      ok: true,
      data: deps.dryRun ? { ...data, dry_run: true } : data,
      view: { shape: 'record', columns: COLUMNS },
      notices: [
        'the same as exported: facts, balance of each loan, trial balance and anchor; verified',
        ...(kept === null ? [] : [`the new ledger that was there is kept in ${kept}`]),
        ...(deps.dryRun ? [] : [`written to ledger ${ledger}`]),
      ],
    };
  },
};

const COLUMNS: readonly Column[] = [
  { key: 'ledger', title: 'Ledger', kind: 'id' },
  { key: 'imported_from', title: 'Imported from', kind: 'id' },
  { key: 'kept', title: 'What was there', kind: 'id' },
  ...MOVED_BOOK_COLUMNS,
];
