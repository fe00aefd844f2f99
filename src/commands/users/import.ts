import type { Backend } from '../../contract/backend.ts';
import type { Problem } from '../../contract/problem.ts';
import type { CommandDefinition, CommandInput, CommandResult, Deps } from '../../shell/command-definition.ts';
import { askedReading } from '../asked-reading.ts';
import { COUNT_COLUMNS, type ImportedLine, importData } from '../data-import.ts';
import { statusAndFiles } from '../reading-options.ts';
import { given, switchOption, textOption } from '../typed-values.ts';
import { EarlierUsers } from './earlier-users.ts';
import { IMPORT_OPTIONS, OF_A_SOURCE } from './import-options.ts';

type SourceOptions = { readonly [name in (typeof OF_A_SOURCE)[number]]?: string };

/** `users import FILE…`: takes users, transactions and flags into the data set. */
export const command: CommandDefinition = {
  path: ['users', 'import'],
  says: 'Import users, transactions and flags: JSON Lines, and transaction histories.',
  more: 'Reads our JSON Lines, CSV (columns told by their headings or a column map; separated by commas, semicolons, tabs or bars) and workbooks (XLSX, ODS), M-Pesa statements, Open Banking and Plaid JSON, gzip too; the format is told from the content. What a file leaves open is asked on a terminal; elsewhere the command stops and names the flag. The same file again changes nothing. Refused records never stop good ones; they are written beside the input, with line, field, value and reason, and the exit code is 8.',
  args: [
    {
      name: 'FILE',
      says: 'data files, - for standard input',
      asks: 'Which file?',
      required: true,
      variadic: true,
      of: 'file',
    },
  ],
  options: IMPORT_OPTIONS,
  examples: [
    { line: 'loandesk users import users.jsonl.gz', says: 'idempotent: run it every night' },
    { line: 'loandesk users import statement.csv --user u-1001', says: 'an M-Pesa statement of one user' },
    {
      line: 'loandesk users import account.csv --user u-1001 --institution "Delta Bank" --account-type debit --currency EGP --columns-map timestamp=Date,amount=Amount --save-columns-map delta',
      says: 'a CSV; later --columns-map delta says all of that',
    },
  ],
  writes: true,
  calls: ['users.get', 'users.import'],
  exitCodes: [3, 8],
  columns: () => COUNT_COLUMNS,
  foundsLedger: true,
  async run(input, deps) {
    const said = await sourceOptions(input, deps);
    if ('code' in said) return { ok: false, problem: said as Problem };
    const saveAs = textOption(input, 'saveColumnsMap');
    const unsavable = saveAs === undefined ? null : await savingProblem(saveAs, said, deps);
    if (unsavable !== null) return { ok: false, problem: unsavable };
    const user = textOption(input, 'user');
    const earlier = new EarlierUsers();
    const answered = new Map<string, Readonly<Record<string, string>>>();
    const result = await importData(
      {
        paths: statusAndFiles(input).files,
        exportKind: 'transaction',
        resultsFolder: textOption(input, 'results') ?? null,
        strict: switchOption(input, 'strict'),
        read: (path) =>
          askedReading(
            path,
            answered,
            (answers) => deps.rooms.readUserFile(path, { ...said, ...answers, ...given({ user }) }),
            deps,
          ),
        take: (lines, rehearsed, calls) => takeBatch(lines, user, rehearsed ? earlier : null, calls),
      },
      deps,
    );
    return saved(result, saveAs, Object.assign({ ...said }, ...answered.values()), deps);
  },
};

/** What is said of the files: as typed, else as saved under the name of a column map. */
async function sourceOptions(input: CommandInput, deps: Deps): Promise<SourceOptions | Problem> {
  const written = OF_A_SOURCE.map((name) => [name, textOption(input, name)]);
  const typed = given({ ...Object.fromEntries(written), status: statusAndFiles(input).status });
  const map = textOption(input, 'columnsMap');
  if (map === undefined || map.includes('=')) return typed;
  const found = (await deps.rooms.columnsMaps()).find(map);
  if ('code' in found) return found;
  const { columnsMap: _name, ...others } = typed as SourceOptions;
  return { ...found.options, ...others };
}

async function takeBatch(
  lines: readonly ImportedLine[],
  user: string | undefined,
  rehearsal: EarlierUsers | null,
  calls: Pick<Backend, 'call'>,
) {
  const assumed = rehearsal?.neededBy(lines) ?? [];
  if (user !== undefined && assumed.length === 0 && needsKnown(user, lines)) {
    // Said once, rather than of each of a thousand rows.
    const owner = await calls.call('users.get', { userId: user });
    if (!owner.ok) return owner;
  }
  return calls.call(
    'users.import',
    {
      records: lines.map(({ line, source, value }) => ({ line, source, value })),
      ...(assumed.length === 0
        ? {}
        : { assumed: assumed.map(({ line, source, value }) => ({ line, source, value })) }),
    },
    { dryRun: rehearsal !== null },
  );
}

/** Whether there are records of the user here, and the user is not. */
function needsKnown(user: string, lines: readonly ImportedLine[]): boolean {
  const kinds = new Set<unknown>();
  for (const { value } of lines) {
    const { kind, user_id: userId } = (value ?? {}) as { kind?: unknown; user_id?: unknown };
    if (userId === user) kinds.add(kind);
  }
  return kinds.size > 0 && !kinds.has('user');
}

/** Why nothing can be kept under a name; null when it can. Found before anything is imported. */
async function savingProblem(name: string, said: SourceOptions, deps: Deps): Promise<Problem | null> {
  if (said.columnsMap !== undefined) return (await deps.rooms.columnsMaps()).nameProblem(name);
  const detail = '--save-columns-map has nothing to save: no --columns-map was given.';
  return { code: 'usage', detail, hint: 'Write one like --columns-map timestamp=Date,amount=Amount.' };
}

/** Keeps what was said of the files under a name, once an import by it has worked. */
async function saved(
  result: CommandResult,
  name: string | undefined,
  said: SourceOptions,
  deps: Deps,
): Promise<CommandResult> {
  if (name === undefined || !result.ok || deps.dryRun) return result;
  const kept = (await deps.rooms.columnsMaps()).save(name, given(said) as Record<string, string>);
  const notice =
    typeof kept === 'string'
      ? `The column map is kept as "${name}" in ${kept}`
      : `warning: ${kept.detail} The import itself is done.`;
  return { ...result, notices: [...(result.notices ?? []), notice] };
}
