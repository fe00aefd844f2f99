import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOrders } from '../../src/commands/demo/sample-orders.ts';
import { STORY } from '../../src/commands/demo/story.ts';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import { nameCommand } from '../../src/shell/words.ts';
import type { Engine } from '../store/empty-ledger.ts';
import { type Placeholders, placeholdersOf } from '../transcripts/placeholders.ts';
import { FILES } from './data-files.ts';
import { DATA_LINES, USER_LINES } from './data-lines.ts';
import { DESK_LINES } from './desk-lines.ts';
import { DOCUMENT_LINES } from './document-lines.ts';
import { EXPORT_LINES } from './export-lines.ts';
import { LENDING_LINES } from './lending-lines.ts';
import { expectPromisedForms, type Printed } from './output-forms.ts';
import { RECEIPT_LINES } from './receipt-lines.ts';
import { type Both, TwoPlaces } from './two-places.ts';

/** Numbers in them say how often something was typed before: the order is theirs. */
const LINES = [
  ...DATA_LINES,
  ...LENDING_LINES,
  ...DESK_LINES,
  ...USER_LINES,
  ...EXPORT_LINES,
  ...DOCUMENT_LINES,
  ...RECEIPT_LINES,
];

/** Commands that have nothing to be the same with, and why. */
const OF_ONE_PLACE: Readonly<Record<string, string>> = {
  completion: 'prints a fixed script',
  demo: 'tells its story on a ledger of its own, wherever the profile points',
  'ledger init': 'the ledger file itself',
  'ledger info': 'the ledger file itself',
  'ledger verify': 'the ledger file itself',
  'ledger migrate': 'the ledger file itself',
  'ledger backup': 'the ledger file itself',
  'ledger restore': 'the ledger file itself',
  'ledger import': 'the ledger file itself',
  'ledger export': 'local by its nature: what it prints is at GET /api/v1/journal',
  serve: 'serves a ledger file',
  'sources ls': 'how files are read, kept with the settings',
  'sources show': 'how files are read, kept with the settings',
  'sources add': 'how files are read, kept with the settings',
  'sources rm': 'how files are read, kept with the settings',
  'auth login': 'signs in to a server',
  'auth logout': 'signs in to a server',
  'auth status': 'signs in to a server',
  'auth token': 'signs in to a server',
  'profile ls': 'names places',
  'profile add': 'names places',
  'profile use': 'names places',
  'profile rm': 'names places',
  'pending ls': 'writes to servers',
  'pending settle': 'writes to servers',
  'pending drop': 'writes to servers',
  api: 'a raw request to a server',
};

/** Operations no command asks for at both places. */
const WITHOUT_LINE: Partial<Record<OperationName, string>> = {
  'auth.token': 'asked by the client alone',
  'auth.refresh': 'asked by the client alone',
  'auth.revoke': 'asked by the client alone',
  'events.list': 'a feed for machines',
  'journal.list': 'a feed for the bank, and for "ledger export" on a ledger alone',
  'disbursements.get': 'where a Location leads',
  'payments.get': 'where a Location leads',
  'merchants.put': 'for programs of the bank',
  'merchants.add_orders': 'for programs of the bank',
  'users.put': 'for programs of the bank',
  'users.add_transactions': 'for programs of the bank',
  'users.add_flags': 'for programs of the bank',
  'loans.disbursements': 'the address beside that of the POST',
};

/** Every form of output a read has; a write is typed once. */
const FORMS = [[], ['--json'], ['--format', 'table'], ['--format', 'csv'], ['--format', 'ndjson']] as const;

function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:[^\s"]+|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
}

async function commandOf(words: readonly string[]) {
  const named = nameCommand(words, CATALOGUE);
  if (named.kind !== 'command') throw new Error(`no command: ${words.join(' ')}`);
  return named.entry.load();
}

/** The audit trail says by which door a thing was done: that is what it is for. */
function withoutDoor(both: Both): Both {
  const alike = (text: string) => text.replace(/\b(terminal|http)\b/g, '(door)').replace(/ +/g, ' ');
  return {
    ledger: { ...both.ledger, out: alike(both.ledger.out) },
    server: { ...both.server, out: alike(both.server.out) },
  };
}

/** How a document names the end of the chain, or that a ledger in memory has none worth naming. */
const NAMED_ANCHOR =
  /(Ledger anchor|بصمة دفتر القيود)(?:\s|[\u200f\u2066]|<bdi dir=\\?"ltr\\?">)*(?:\(anchor\)|none|لا توجد)(?:\u2069|<\/bdi>)?/g;

/** So does the end of the chain that sealed it, which every document names. */
function withoutAnchor(both: Both): Both {
  const alike = (text: string) =>
    text.replace(/\d+:[0-9a-f]{64}/g, '(anchor)').replace(NAMED_ANCHOR, '$1 (anchor)');
  return {
    ledger: { ...both.ledger, out: alike(both.ledger.out) },
    server: { ...both.server, out: alike(both.server.out) },
  };
}

/**
 * Types every command at a ledger and at a server, each on an engine: what they print and say is equal to the byte.
 */
export function describeSameAnswers(engines: readonly [Engine, Engine]): void {
  describe('every command', () => {
    let places: TwoPlaces;
    let ids: Placeholders;
    const typed = new Set<string>();

    beforeAll(async () => {
      places = await TwoPlaces.open('2026-03-01', engines);
      ids = placeholdersOf(places.folder);
      for (const [name, records] of Object.entries(FILES)) {
        await places.writeFile(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      }
    });
    afterAll(() => places?.close());

    it.for(LINES.map((one, index) => [index + 1, one.line, one] as const))(
      'says the same on a ledger and on a server: %i %s',
      async ([, , { line, day, as, stdin, says }]) => {
        if (day !== undefined) await places.goTo(day);
        const words = wordsOf(ids.resolve(line));
        const { path, writes } = await commandOf(words);
        typed.add(path.join(' '));
        const isFormed = ['--json', '--format', '--lang'].some((flag) => words.includes(flag));
        const formed = isFormed || writes ? [[]] : FORMS;
        const printed: Printed[] = [];
        for (const form of formed) {
          const ran = await places.run([...words, ...form], {
            ...(as === undefined ? {} : { as }),
            ...(stdin === undefined ? {} : { stdin: ids.resolve(stdin) }),
          });
          const both = withoutAnchor(path[0] === 'audit' ? withoutDoor(ran) : ran);
          expect(both.server, form.join(' ')).toEqual(both.ledger);
          if (says !== undefined) expect(both.ledger.said).toContain(says);
          ids.normalise(both.ledger.out);
          const typedForm = words.includes('--json') ? ['--json'] : form;
          printed.push({ form: typedForm.join(' '), out: both.ledger.out, said: both.ledger.said });
        }
        expectPromisedForms(printed);
      },
    );

    it('wrote the same files about what was imported', async () => {
      const filesAt = async (place: string) => {
        const folder = join(places.folder, place, 'files');
        const names = (await readdir(folder)).filter((name) => /\.(result|rejects)(-\d)?\.csv$/.test(name));
        return Promise.all(
          names.sort().map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
        );
      };
      const written = await filesAt('ledger');
      expect(written.length).toBeGreaterThan(5);
      expect(await filesAt('server')).toEqual(written);
    });

    it('has a line here, or a reason', () => {
      const without = CATALOGUE.map(({ path }) => path.join(' ')).filter((name) => !typed.has(name));
      expect(without.sort()).toEqual(Object.keys(OF_ONE_PLACE).sort());
    });

    it('asked for every operation that has an address, at both', () => {
      const names = (Object.keys(OPERATIONS) as OperationName[]).filter(
        (name) => OPERATIONS[name].path !== null,
      );
      const missing = names.filter(
        (name) => !places.asked.includes(name) && WITHOUT_LINE[name] === undefined,
      );
      expect(missing).toEqual([]);
    });
  });

  describe('the demo', () => {
    it('tells the same on a ledger and on a server', async () => {
      const places = await TwoPlaces.open('2026-03-01', engines);
      try {
        await places.writeFile('sales.jsonl', sampleOrders('2026-02-28' as CalendarDate));
        const ids = new Map([['FILE', 'FOLDER/sales.jsonl']]);
        for (const { line, businessDate, exitCode = 0 } of STORY) {
          const words = line.map((word) => ids.get(word) ?? word);
          if ((await commandOf(words)).localOnly === true) continue;
          await places.goTo(businessDate);
          const { ledger, server } = await places.run([...words, '--format', 'table']);
          expect(server, words.join(' ')).toEqual(ledger);
          expect(ledger.exitCode, ledger.said).toBe(exitCode);
          for (const [name, form] of [
            ['APP', /APP-\w{9}/],
            ['LN', /LN-\w{9}/],
          ] as const) {
            const id = form.exec(ledger.out)?.[0];
            if (id !== undefined) ids.set(name, id);
          }
        }
      } finally {
        await places.close();
      }
    });
  });
}
