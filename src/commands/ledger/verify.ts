import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Problem } from '../../contract/problem.ts';
import type { CommandDefinition, Deps } from '../../shell/command-definition.ts';
import { given, switchOption, textOption } from '../typed-values.ts';
import { missingLedgerPath } from './missing-ledger.ts';

const LEDGER_INTEGRITY = 9;
const VIOLATIONS_SAID = 5;

/** `ledger verify`: recomputes everything and says whether anything was tampered with. */
export const command: CommandDefinition = {
  path: ['ledger', 'verify'],
  says: 'Recompute the whole ledger from its postings and check every chain; exit 9 if anything is off.',
  more: 'What was found is noted in the ledger for "loandesk today", where it can be written; with --dry-run it is not. Nothing sealed changes by it.',
  args: [],
  options: [
    { flag: '--print-anchor', says: 'print only SEQUENCE:HASH, to keep outside the ledger' },
    {
      flag: '--expect',
      value: { name: 'SEQ:HASH', kind: 'text' },
      says: 'an anchor kept earlier: also finds a cut-off or rewritten end',
    },
  ],
  examples: [
    { line: 'loandesk ledger verify --print-anchor > anchor.txt', says: 'every evening' },
    { line: 'loandesk ledger verify --expect "$(cat anchor.txt)"', says: 'the next morning' },
  ],
  writes: false,
  calls: ['ledger.verify'],
  exitCodes: [9],
  localOnly: true,
  async run(input, deps) {
    const empty = await deps.rooms.ledgerFile().emptyFile();
    if (empty !== null) return { ok: false, problem: nothingInIt(empty) };
    const backend = await deps.backend();
    const answer = await backend.call('ledger.verify', given({ expect: textOption(input, 'expect') }));
    if (!answer.ok) return answer;
    const missing = await missingLedgerPath(deps);
    const report = missing === null ? answer.value : { ...answer.value, anchor: null };
    const { ok, violations } = report;
    if (missing === null && !deps.dryRun) {
      await deps.rooms.ledgerFile().noteVerified({ ok, violations: violations.length });
    }
    const exitCode = ok ? 0 : LEDGER_INTEGRITY;
    if (switchOption(input, 'printAnchor') && report.ok) {
      const text = report.anchor === null ? '' : `${report.anchor.sequence}:${report.anchor.hash}`;
      return { ok: true, data: report, view: { shape: 'text', text }, exitCode, notices: warning(missing) };
    }
    return {
      ok: true,
      data: report,
      exitCode,
      view: {
        shape: 'record',
        columns: [
          { key: 'ok', title: 'In order', kind: 'boolean' },
          { key: 'entries', title: 'Journal entries', kind: 'integer' },
          { key: 'loans', title: 'Loans', kind: 'integer' },
          { key: 'anchor.sequence', title: 'Sealed up to', kind: 'integer' },
          { key: 'anchor.hash', title: 'Anchor', kind: 'id' },
        ],
        ...(report.ok
          ? {}
          : {
              inner: {
                key: 'violations',
                title: 'What is off',
                columns: [
                  { key: 'check', title: 'Check', kind: 'text' },
                  { key: 'where', title: 'Where', kind: 'id' },
                  { key: 'message', title: 'What', kind: 'text' },
                ],
              } as const,
            }),
      },
      notices: [...warning(missing), ...complaint(report, deps)],
    };
  },
};

/** A file cut to nothing must not pass for a ledger in order. (A command that makes ledgers may make one of it.) */
function nothingInIt(path: string): Problem {
  const detail = `${path} is empty: it is no ledger, or no longer one.`;
  return { code: 'ledger_not_a_ledger', detail, hint: 'Restore a backup: loandesk ledger restore FILE' };
}

/** A read sees an empty ledger where there is none; that must not pass for one that was verified. */
function warning(missing: string | null): string[] {
  return missing === null ? [] : [`warning: there is no ledger at ${missing}: nothing was verified`];
}

/** What is off; with the first violations where the table of them is not seen. */
function complaint({ ok, violations }: OperationOutput<'ledger.verify'>, deps: Deps): string[] {
  if (ok) return [];
  const count = violations.length;
  const first = deps.everyRow ? violations.slice(0, VIOLATIONS_SAID) : [];
  const left = deps.everyRow ? count - first.length : 0;
  return [
    ...first.map(({ check, where, message }) => `${check}, ${where}: ${message}`),
    ...(left > 0 ? [`and ${left} more: loandesk ledger verify --json`] : []),
    `error: ${count} ${count === 1 ? 'violation' : 'violations'}; do not work on this ledger`,
  ];
}
