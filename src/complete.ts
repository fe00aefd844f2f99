import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldForSearch } from './domain/search-folding.ts';
import { displayText } from './render/display-text.ts';
import { isDatabaseAddress, shownAddress } from './settings/database-address.ts';
import { findFolders, type Machine } from './settings/folders.ts';
import { readDocuments } from './settings/named-documents.ts';
import { readProfileFile } from './settings/profile-file.ts';
import { type BackendPlace, resolveSettings } from './settings/settings.ts';
import { isSettingsFault } from './settings/settings-fault.ts';
import { sourcesFile } from './settings/sources-file.ts';
import { type Candidate, type CompletionTable, completeLine } from './shell/completing-line.ts';
import { idCandidates } from './store/sqlite/id-candidates.ts';

const MOST_SAID = 60;
/** Values go into a line that is run afterwards: one in which a shell could see more than a word is not offered. */
const PLAIN_VALUE = /^[\p{L}\p{N}_./+@-][\p{L}\p{N}_./+@:=,-]*$/u;

/** What the launcher gives; `home` is the folder of the program. */
interface Asked {
  readonly words: readonly string[];
  readonly home: string;
  readonly machine: Machine;
  osUser(): string;
  write(text: string): void;
}

/**
 * Answers a shell that asks what could stand at the last word: a line `value<TAB>description` for each, or `:files`.
 * Never calls a server; whatever is wrong, it says nothing.
 */
export async function complete(asked: Asked): Promise<void> {
  try {
    asked.write(await answerOf(asked));
  } catch {
    // A Tab is no place for an error: the command itself will say it.
  }
}

async function answerOf({ words, home, machine, osUser }: Asked): Promise<string> {
  const typed = words[0] === '--lines' ? linesOfInput() : words[0] === '--' ? words.slice(1) : words;
  const table = JSON.parse(readFileSync(join(home, 'dist', 'completion.json'), 'utf8')) as CompletionTable;
  const line = completeLine(typed, table);
  if (line.ids === 'file') return ':files\t\n';
  const found = [...line.candidates];
  if (line.ids !== null && !line.typed.startsWith('-')) {
    try {
      found.push(...(await lookedUp(line.ids, line.typed, line.where, { ...machine, osUser }, table)));
    } catch {
      // Without its ids the rest of the answer is still right.
    }
  }
  return found
    .filter(({ value }) => PLAIN_VALUE.test(value))
    .map(({ value, says }) => `${line.before}${value}\t${saidShortly(says)}\n`)
    .join('');
}

async function lookedUp(
  kind: string,
  typed: string,
  where: Readonly<Record<string, string>>,
  machine: Machine & Pick<Asked, 'osUser'>,
  table: CompletionTable,
): Promise<readonly Candidate[]> {
  if (kind === 'policy-assignment' || kind === 'policy-key') {
    const ending = kind === 'policy-key' ? '' : '=';
    return table.policyKeys
      .filter((key) => key.startsWith(typed))
      .map((key) => ({ value: `${key}${ending}`, says: 'policy value' }));
  }
  if (kind === 'profile') {
    const file = readProfileFile(join(findFolders(machine).config, 'profiles.json'));
    if (isSettingsFault(file)) return [];
    return [...file.profiles]
      .filter(([name]) => name.startsWith(typed))
      .map(([value, profile]) => ({ value, says: profile.server ?? shownLedger(profile.ledger ?? '') }));
  }
  if (kind === 'source' || kind === 'source-kept') {
    const kept = readDocuments(sourcesFile(findFolders(machine).config));
    return [
      ...(isSettingsFault(kept) ? [] : [...kept.keys()].map((name) => ({ value: name, says: 'kept' }))),
      ...(kind === 'source' ? table.shippedSources : []).map((name) => ({
        value: name,
        says: 'comes with the program',
      })),
    ].filter(({ value }) => value.startsWith(typed));
  }
  const settings = resolveSettings(
    { ledger: where['--ledger'], server: where['--server'], profile: where['--profile'] },
    machine,
  );
  if (isSettingsFault(settings)) return [];
  const found = await idsIn(settings.place, kind, typed, machine);
  return found.map(({ id, says }) => ({ value: id, says }));
}

function shownLedger(ledger: string): string {
  return isDatabaseAddress(ledger) ? shownAddress(ledger) : ledger;
}

/** Ids a ledger has; of one in a database as long as it answers soon. */
async function idsIn(
  place: BackendPlace,
  kind: string,
  typed: string,
  machine: Machine & Pick<Asked, 'osUser'>,
) {
  const folded = foldForSearch(typed);
  if (place.kind === 'ledger') return idCandidates(place.path, kind, typed, folded);
  if (place.kind === 'server') return [];
  const [{ serverOf }, postgres] = await Promise.all([
    import('./compose-database.ts'),
    import('./store/postgres/id-candidates.ts'),
  ]);
  return postgres.idCandidates(serverOf(place, machine), kind, typed, folded);
}

/** PowerShell hands the words over as lines: as arguments it would drop the empty one. */
function linesOfInput(): readonly string[] {
  return readFileSync(0, 'utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
}

function saidShortly(text: string): string {
  const shown = displayText(text);
  return shown.length <= MOST_SAID ? shown : `${shown.slice(0, MOST_SAID - 1)}…`;
}
