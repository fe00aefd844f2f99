import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileReader } from '../../src/commands/payment-files/file-reader.ts';
import { command as addSource } from '../../src/commands/sources/add.ts';
import { guidedSource } from '../../src/commands/sources/guided-source.ts';
import { fileRooms } from '../../src/compose-files.ts';
import { openSourcesRoom } from '../../src/compose-sources.ts';
import type { Deps } from '../../src/shell/command-definition.ts';
import { encoded } from '../ingest/statements/read-statements.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loandesk-guided-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A person who answers questions, and what they were shown. */
function deskWith(answers: Readonly<Record<string, string>>, more: Partial<Deps> = {}) {
  const shown: string[] = [];
  const asked: string[] = [];
  const answer = (message: string): string => {
    asked.push(message);
    const found = Object.entries(answers).find(([part]) => message.includes(part));
    if (found === undefined) throw new Error(`asked for "${message}"`);
    return found[1];
  };
  const rooms = fileRooms(
    (path) => path,
    () => Readable.from([]),
    () => 'x',
    { onStopSignal() {}, onExit() {}, writeError() {}, exit() {} },
  );
  const sources = openSourcesRoom(folder, (count) => new Uint8Array(count));
  const deps = {
    interactive: true,
    dryRun: false,
    rooms: { ...rooms, sources: async () => sources },
    progress: (line: string) => shown.push(line),
    passing: () => true,
    prompter: async () => ({
      text: async ({ message, check }: { message: string; check(text: string): true | string }) => {
        const text = answer(message);
        expect(check(text), message).toBe(true);
        return text;
      },
      choose: async ({ message, choices }: { message: string; choices: readonly string[] }) => {
        const choice = answer(message);
        expect(choices, message).toContain(choice);
        return choice;
      },
    }),
    ...more,
  } as unknown as Deps;
  return { deps, shown, asked, sources };
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const STRANGE = 'Tag;Wert;Beleg;Zweck\n03.04.2026;1.500,25;B1;LN\n04.05.2026;-7,5;B2;fee\n';

describe('asking how a file is read', () => {
  it('shows the first rows and asks for what the columns are', async () => {
    const { deps, shown, asked } = deskWith({
      'booking date': 'Tag',
      'Where are the amounts': 'in one column',
      'is the amount': 'Wert',
      'own reference': 'Beleg',
      'told to quote': '(none of them)',
      'free text': 'Zweck',
      'How are dates': 'DD/MM/YYYY',
      'money that came in': 'those without a minus came in',
      'Number of the account': 'EG38 0019',
    });
    const path = await file('strange.csv', STRANGE);
    const guided = await guidedSource(path, deps);
    expect(guided).toEqual({
      document: {
        columns: { payment_date: ['Tag'], amount: ['Wert'], reference: ['Beleg'], details: ['Zweck'] },
        delimiter: 'semicolon',
        encoding: 'utf-8',
        decimal: 'comma',
        date_format: 'DD/MM/YYYY',
        sign: 'sign',
        currency: 'EGP',
        payment_method: 'manual_transfer',
        account: 'EG38 0019',
      },
    });
    expect(shown.slice(1)).toEqual([
      '  Tag | Wert | Beleg | Zweck',
      '  03.04.2026 | 1.500,25 | B1 | LN',
      '  04.05.2026 | -7,5 | B2 | fee',
    ]);
    expect(asked.some((message) => message.includes('piastres'))).toBe(false);
  });

  it('asks only for what is open where the columns are known, and two columns say the sign', async () => {
    const { deps, asked } = deskWith({ 'How are dates': 'DD/MM/YYYY', 'Number of the account': '' });
    const path = await file('known.csv', 'Date,Credit,Debit\n01/02/2026,5.00,\n');
    const guided = await guidedSource(path, deps);
    expect(guided).toMatchObject({ document: { date_format: 'DD/MM/YYYY', sign: 'columns' } });
    expect(asked).toHaveLength(2);
  });

  it('asks about doubtful columns, statuses nobody knows and signs of debits', async () => {
    const { deps } = deskWith({
      'column "Trx Code Ref"': "the bank's own reference of the row",
      'column "Advice No"': 'text that only says more',
      'status "Cool"': 'the money moved',
      'status "Odd"': 'it had moved and was taken back',
      'column of debits': 'those below zero',
      'Number of the account': '',
    });
    const path = await file(
      'doubtful.csv',
      [
        'Date,Details,Trx Code Ref,Advice No,Debit,Credit,Closing balance,Status',
        '2026-04-02,a,X1,7,-5.00,,95.00,Cool',
        '2026-04-02,b,X2,8,-6.00,,89.00,Odd',
        '2026-04-02,c,X3,9,1.00,,90.00,Done',
      ].join('\n'),
    );
    expect(await guidedSource(path, deps)).toMatchObject({
      document: {
        columns: {
          reference: ['Trx Code Ref'],
          details: ['Details', 'Advice No'],
          balance: 'Closing balance',
        },
        sign: 'sign',
        status: { posted: ['Cool'], reversed: ['Odd'] },
      },
    });
  });

  it('keeps the answers under a name and reads the file by them; a dry run keeps nothing', async () => {
    const answers = { 'How are dates': 'DD/MM/YYYY', 'Number of the account': 'A-1', 'A name': 'delta' };
    const path = await file('known.csv', 'Date,Credit,Debit\n01/02/2026,5.00,\n');
    const dry = deskWith(answers, { dryRun: true });
    expect(await new FileReader({}, dry.deps).read(path)).toMatchObject({ firstDate: '2026-02-01' });
    expect(dry.sources.find('delta')).toMatchObject({ code: 'usage' });
    const desk = deskWith(answers);
    const reader = new FileReader({}, desk.deps);
    expect(await reader.read(path)).toMatchObject({ file: { profile: 'delta' }, firstDate: '2026-02-01' });
    expect(desk.sources.show('delta')).toMatchObject({ account: 'A-1' });
    await reader.read(path);
    expect(desk.asked).toHaveLength(3);
  });

  it('takes no name that a source has', async () => {
    const path = await file('known.csv', 'Date,Credit,Debit\n01/02/2026,5.00,\n');
    const answers = { 'How are dates': 'DD/MM/YYYY', 'Number of the account': 'A-1', 'A name': 'delta' };
    await new FileReader({}, deskWith(answers).deps).read(path);
    const again = deskWith({ ...answers, 'Number of the account': 'A-2' });
    await expect(new FileReader({}, again.deps).read(path)).rejects.toThrow('There is a source delta');
    expect(again.sources.show('delta')).toMatchObject({ account: 'A-1' });
  });

  it('asks nothing where a source was named, or off a terminal', async () => {
    const path = await file('known.csv', 'Date,Credit,Debit\n01/02/2026,5.00,\n');
    for (const [options, more] of [
      [{ profile: 'bank-english' }, {}],
      [{}, { interactive: false }],
    ] as const) {
      const { deps } = deskWith({}, more);
      await expect(new FileReader(options, deps).read(path)).rejects.toMatchObject({
        problem: { code: 'values_missing', hint: expect.stringContaining('--date-format') },
      });
    }
  });
});

describe('adding a source asked about', () => {
  const ANSWERS = { 'How are dates': 'DD/MM/YYYY', 'Number of the account': '' };
  const add = async (text: string, agrees: boolean) => {
    const confirmed: { summary: readonly string[]; defaultYes: boolean | undefined }[] = [];
    const desk = deskWith(ANSWERS, {
      readText: async () => text,
      confirm: async (summary, _question, { defaultYes } = {}) => {
        confirmed.push({ summary, defaultYes });
        return agrees || { code: 'not_confirmed', detail: 'no' };
      },
    });
    const path = await file('known.csv', text);
    const input = { args: ['delta'], options: { from: path } } as unknown as Parameters<
      typeof addSource.run
    >[0];
    const answer = await addSource.run(input, desk.deps);
    return { answer, sources: desk.sources, path, ...confirmed[0] };
  };

  it('shows how its rows come out before the answers are kept', async () => {
    const text = 'Date,Credit,Debit,Reference\n01/02/2026,5.00,,B1\n03/02/2026,,7.00,B2\n';
    const { answer, sources, path, summary, defaultYes } = await add(text, true);
    expect(summary).toEqual([
      `Read so, ${path} has 2 rows:`,
      '  2026-02-01: 5.00 EGP came in | B1',
      '  2026-02-03: 7.00 EGP went out | B2',
    ]);
    expect(defaultYes).toBe(true);
    expect(answer.ok).toBe(true);
    expect(sources.find('delta')).toMatchObject({ name: 'delta' });
  });

  it('reads a statement in an Arabic code page, whose encoding may be said', async () => {
    const text = 'Date,Credit,Debit,Reference\n01/02/2026,5.00,,أحمد\n';
    const bytes = encoded(text, 'windows-1256');
    const desk = deskWith(ANSWERS, {
      readText: async () => ({ code: 'file_unreadable', detail: 'it is not UTF-8 text' }),
      confirm: async () => true,
    });
    const path = join(folder, 'arabic.csv');
    await writeFile(path, bytes);
    const options = { from: path, encoding: 'windows-1256' };
    const input = { args: ['delta'], options } as unknown as Parameters<typeof addSource.run>[0];
    expect(await addSource.run(input, desk.deps)).toMatchObject({ ok: true });
    expect(desk.sources.show('delta')).toMatchObject({ encoding: 'windows-1256' });
  });

  it('keeps nothing when they are wrong, which is offered where a row cannot be read', async () => {
    const text = 'Date,Credit,Debit\n01/02/2026,5.00,\n01/02/2026,x,\n';
    const { answer, sources, summary, defaultYes } = await add(text, false);
    expect(summary?.slice(2)).toEqual([
      'and what cannot be read (1):',
      expect.stringMatching(/^ {2}line 3: .*"x" is not/),
    ]);
    expect(defaultYes).toBe(false);
    expect(answer.ok).toBe(false);
    expect(sources.find('delta')).toMatchObject({ code: 'usage' });
  });
});
