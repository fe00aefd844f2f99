/** What a value may be: fixed words, or a kind of ids that are looked up. */
export interface TableValue {
  readonly words?: readonly string[];
  readonly ids?: string;
}

export interface TableOption {
  readonly flag: string;
  readonly says: string;
  /** Absent for a switch. */
  readonly value?: TableValue;
  readonly repeatable?: boolean;
}

/** The declarations of all commands, cut down to what completion needs. */
export interface CompletionTable {
  readonly commands: readonly {
    readonly path: readonly string[];
    readonly says: string;
    readonly args: readonly TableValue[];
    readonly isVariadic: boolean;
    readonly options: readonly TableOption[];
  }[];
  readonly groups: Readonly<Record<string, string>>;
  readonly aliases: Readonly<Record<string, string>>;
  readonly shared: readonly TableOption[];
  readonly topics: readonly string[];
  readonly policyKeys: readonly string[];
  /** Sources that come with the program. */
  readonly shippedSources: readonly string[];
}

export interface Candidate {
  readonly value: string;
  readonly says: string;
}

/** What could stand where the cursor is. */
export interface Completing {
  /** Those that fit what is typed. */
  readonly candidates: readonly Candidate[];
  /** Ids to be looked up beside them; null: none. */
  readonly ids: string | null;
  /** The part of the last word that is being completed, and what stands before it: `--officer=`. */
  readonly typed: string;
  readonly before: string;
  /** The shared options that say where the ledger is, by their names. */
  readonly where: Readonly<Record<string, string>>;
}

/** Finds what could stand at the last of the words, which may be empty. */
export function completeLine(words: readonly string[], table: CompletionTable): Completing {
  const line = words.slice(0, -1).map(unquoted);
  const last = unquoted(words.at(-1) ?? '');
  let options = table.shared;
  let command: CompletionTable['commands'][number] | undefined;
  const path: string[] = [];
  const used = new Set<string>();
  const where: Record<string, string> = {};
  let args = 0;
  let waiting: TableOption | undefined;
  let onlyWords = false;
  for (const token of line) {
    if (waiting !== undefined) {
      where[waiting.flag] = token;
      waiting = undefined;
      continue;
    }
    if (token === '--') {
      onlyWords = true;
      continue;
    }
    if (!onlyWords && token.startsWith('-') && token !== '-') {
      const [flag = '', ...value] = token.split('=');
      used.add(flag);
      const option = options.find((known) => known.flag === flag);
      if (option?.value === undefined) continue;
      if (token.includes('=')) where[flag] = value.join('=');
      else waiting = option;
      continue;
    }
    const deeper = args > 0 ? null : wordBelow(table, path, token);
    if (deeper === null) {
      args++;
      continue;
    }
    path.push(deeper);
    command = table.commands.find((known) => same(known.path, path));
    options = [...(command?.options ?? []), ...table.shared];
  }
  const answer = (candidates: readonly Candidate[], value: TableValue = {}, before = ''): Completing => {
    const typed = last.slice(before.length);
    const fixed = (value.words ?? []).map((word) => ({ value: word, says: '' }));
    const fitting = [...candidates, ...fixed].filter((one) => one.value.startsWith(typed));
    return { candidates: fitting, ids: value.ids ?? null, typed, before, where };
  };
  if (waiting !== undefined) return answer([], waiting.value);
  if (!onlyWords && last.startsWith('-')) {
    const at = last.indexOf('=');
    const flag = last.slice(0, at);
    const given = at === -1 ? undefined : options.find((known) => known.flag === flag);
    if (at !== -1) return answer([], given?.value, `${flag}=`);
    const open = options.filter((option) => option.repeatable === true || !used.has(option.flag));
    return answer(open.map((option) => ({ value: option.flag, says: option.says })));
  }
  if (path[0] === undefined && line.includes('help')) {
    return answer([...below(table, []), ...table.topics.map((topic) => ({ value: topic, says: 'topic' }))]);
  }
  const deeper = args > 0 ? [] : below(table, path);
  const isPast = command !== undefined && args >= command.args.length && !command.isVariadic;
  const value = isPast ? undefined : (command?.args[args] ?? command?.args.at(-1));
  return answer(deeper, value);
}

function below(table: CompletionTable, path: readonly string[]): readonly Candidate[] {
  const found = new Map<string, string>();
  for (const command of table.commands) {
    const word = command.path[path.length];
    if (word === undefined || !path.every((one, at) => command.path[at] === one) || found.has(word)) continue;
    const says = command.path.length === path.length + 1 ? command.says : wordsBelow(table, [...path, word]);
    found.set(word, (path.length === 0 && table.groups[word]) || says);
  }
  if (path.length === 0) found.set('help', 'help on a command or a topic');
  return [...found].map(([value, says]) => ({ value, says }));
}

/** What says of a group below a group what it holds: `ls, show, match, dismiss`. */
function wordsBelow(table: CompletionTable, path: readonly string[]): string {
  return below(table, path)
    .map(({ value }) => value)
    .join(', ');
}

function wordBelow(table: CompletionTable, path: readonly string[], token: string): string | null {
  for (const word of [token, table.aliases[token]]) {
    if (word === undefined) continue;
    const is = (command: { readonly path: readonly string[] }) =>
      command.path[path.length] === word && path.every((one, at) => command.path[at] === one);
    if (table.commands.some(is)) return word;
  }
  return null;
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

/** The shells hand words on as typed: quotes and backslashes are taken off here, and nothing is carried out. */
function unquoted(word: string): string {
  return word.replace(/\\(.)|["']/g, '$1');
}
