import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/contract/problems.ts';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import { typeLine } from '../run-here.ts';

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

/** Types a line at the desk in the folder. */
async function run(words: readonly string[]) {
  const environment = { LOANDESK_HOME: join(folder, 'home'), PATH: process.env.PATH ?? '' };
  const done = await typeLine(words, { environment, folder, osUser: 'mona' });
  expect(done.out + done.said, 'escape bytes').not.toMatch(/\u001b/);
  return done;
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
