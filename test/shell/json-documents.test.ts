import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../src/compose.ts';
import { exitCodeOf } from '../../src/contract/problems.ts';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import { runLine } from '../../src/shell/run.ts';
import type { Surroundings } from '../../src/shell/surroundings.ts';

/** Commands that have no JSON, and what would be run for longer than a test. */
const WITHOUT_JSON = ['serve', 'demo', 'completion', 'ledger export'];

/** What the commands of the machine itself are typed with; the others are held in `test/places`. */
const LINES = [
  'ledger init',
  'ledger info',
  'ledger verify',
  'ledger migrate',
  'ledger backup FOLDER/copy.db',
  'ledger restore FOLDER/copy.db --yes',
  'ledger export --events --out FOLDER/book.jsonl',
  'ledger import FOLDER/book.jsonl --ledger FOLDER/moved.db',
  'sources ls',
  'sources show bank-english',
  'sources add own --from FOLDER/source.json',
  'sources show own',
  'profile add branch --ledger FOLDER/ledger.db --officer mona',
  'profile use branch',
  'profile ls',
  'profile rm branch',
  'pending ls',
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loandesk-json-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a line of the whole program in this process, off a terminal. */
async function run(words: readonly string[]) {
  let out = '';
  let said = '';
  const environment = { LOANDESK_HOME: join(folder, 'home'), PATH: process.env.PATH ?? '' };
  const standardInput = async function* () {};
  const surroundings: Surroundings = {
    machine: { environment, platform: 'linux', workingFolder: folder, homeFolder: () => folder },
    stdinIsTerminal: false,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    terminalCells: () => null,
    errorCells: () => null,
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      said += text;
    },
    promptStreams: () => {
      throw new Error('nothing may be asked off a terminal');
    },
    standardInput,
  };
  const backstage = compose({
    osUser: () => 'mona',
    host: () => 'desk-4',
    standardInput: () => ({ [Symbol.asyncIterator]: standardInput }) as never,
    workingFolder: folder,
    temporaryFolder: () => folder,
    writeError: () => {},
    onStopSignal: () => {},
    remote: () => ({
      nodePath: process.execPath,
      processId: process.pid,
      isRunning: () => false,
      platform: 'linux',
      environment,
    }),
  });
  const exitCode = await runLine(words, surroundings, backstage, CATALOGUE);
  expect(out + said, 'escape bytes').not.toMatch(/\u001b/);
  return { out, said, exitCode };
}

describe('with --json', () => {
  it.each(CATALOGUE.map(({ path }) => [path.join(' ')]).filter(([name]) => !WITHOUT_JSON.includes(name!)))(
    '%s alone is a document, or a problem and nothing else',
    async (name) => {
      const { out, said, exitCode } = await run([...name!.split(' '), '--json']);
      if (out !== '') {
        expect(() => JSON.parse(out), out).not.toThrow();
        return;
      }
      const problem = JSON.parse(said) as Record<string, unknown>;
      expect(Object.keys(problem)).toEqual(
        'type title status detail instance code errors hint exit_code'.split(' '),
      );
      expect(problem.exit_code).toBe(exitCode);
      expect(exitCodeOf(problem.code as string)).toBe(exitCode);
      expect(problem.hint).not.toBe('');
    },
  );

  it('the commands of the machine itself print one document', async () => {
    await rm(join(folder, 'home'), { recursive: true, force: true });
    const source = { columns: { payment_date: ['Date'], amount: ['Amount'] } };
    await writeFile(join(folder, 'source.json'), JSON.stringify(source));
    const wrong: string[] = [];
    for (const line of LINES) {
      const words = line.replaceAll('FOLDER', folder).split(' ');
      const { out, said, exitCode } = await run([...words, '--json']);
      if (exitCode !== 0) wrong.push(`${line}: ${said}`);
      else expect(() => JSON.parse(out), line).not.toThrow();
    }
    expect(wrong).toEqual([]);
  });
});
