import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyWords, Workbench } from '../workbench.ts';

/** Texts that would do harm as SQL. All are good names of a business. */
const INJECTIONS = [
  "Robert'); DROP TABLE loans;--",
  '" OR ""="',
  "' UNION SELECT document_json FROM policy_versions --",
  "'||(SELECT hex(randomblob(9)))||'",
  '%',
  '_',
  '%_\\%',
  "x' ESCAPE 'x",
  '?1 :name @name $name',
  '--',
  '/* */ ;',
  "NULL, 'x'",
  '\\',
  '$(touch hacked) `touch hacked` $x',
  '=HYPERLINK("http://x","y")',
];

/** Texts that would do harm on a terminal: colours, cursor, title, clipboard, direction, hidden letters. */
const ESCAPES = [
  '\u001b[31mred',
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]52;c;aGFja2Vk\u0007',
  '\u009b31m',
  'a\rb',
  'a\nb',
  'a\tb',
  'a\bb',
  '\u202egnp.exe',
  '\u2066x\u2069',
  'a\u200eb',
  'a\u2028b',
  '\u0007bell',
  'a\u007fb',
];

/** What may never reach a terminal or a pipe raw: line ends of ours aside. */
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

describe('hostile text', { timeout: 60_000 }, () => {
  const bench = new Workbench();
  const merchants = [...INJECTIONS, ...ESCAPES].map((name, index) => ({ id: `m-${100 + index}`, name }));

  beforeAll(async () => {
    const applications = INJECTIONS.map((name, index) => ({
      ...{
        merchant_id: `m-${100 + index}`,
        business_name: name,
        requested_amount: 50_000,
        loan_purpose: 'inventory',
      },
      ...{ monthly_sales_volume: 90_000, platform_type: 'platform_a', requested_term_months: 12 },
    }));
    await bench.must(['apply', '--from', '-'], { input: JSON.stringify(applications) });
    const file = join(bench.folder, 'merchants.jsonl');
    const lines = merchants.map(({ id, name }) => ({
      kind: 'merchant',
      external_id: id,
      name,
      contact_name: name,
    }));
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await bench.must(['merchants', 'import', file])).toMatchObject({
      new: merchants.length,
      refused: 0,
    });
  }, 60_000);
  afterAll(() => bench.remove());

  it('is stored untouched', () => {
    const applied = bench.raw((db) =>
      db.prepare('SELECT business_name FROM applications ORDER BY seq').pluck().all(),
    );
    expect(applied).toEqual(INJECTIONS);
    const imported = bench.raw((db) =>
      db.prepare('SELECT name FROM merchants ORDER BY external_id').pluck().all(),
    );
    expect(imported).toEqual(merchants.map(({ name }) => name));
  });

  it.each(['table', 'tsv', 'csv', 'json', 'ndjson'])('is shown escaped as %s', async (format) => {
    for (const words of [
      ['merchants', 'ls'],
      ['applications', 'ls'],
      ['merchants', 'show', 'm-117'],
    ]) {
      const ran = await bench.run([...words, '--format', format]);
      expect([words, ran.exitCode]).toEqual([words, 0]);
      // In CSV line ends and tabs are data, within quotes; a tab parts the cells of TSV.
      const allowed = format === 'csv' ? /[\r\t]/g : format === 'tsv' ? /\t/g : /$^/g;
      const shown = ran.stdout.replaceAll(allowed, ' ');
      expect(RAW.exec(`${shown}${ran.stderr}`)?.[0]).toBeUndefined();
    }
  });

  it('starts no formula in CSV', async () => {
    const { stdout } = await bench.run(['merchants', 'ls', '--format', 'csv']);
    expect(stdout).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
  });

  it('comes back from JSON as it went in', async () => {
    const page = await bench.must<{ data: { name: string }[] } | { name: string }[]>([
      'merchants',
      'ls',
      '--size',
      '100',
    ]);
    const rows = Array.isArray(page) ? page : page.data;
    expect(new Set(rows.map((row) => row.name))).toEqual(new Set(merchants.map(({ name }) => name)));
  });

  it('is only text to a search', async () => {
    for (const search of INJECTIONS) {
      const ran = await bench.run(['applications', 'ls', `--search=${search}`, '--json']);
      expect([search, ran.exitCode, ran.stderr]).toEqual([search, 0, '']);
      const found = (JSON.parse(ran.stdout) as { data: { business_name: string }[] }).data;
      const expected = INJECTIONS.filter((name) => name.toLowerCase().includes(search.toLowerCase()));
      expect([search, found.map((row) => row.business_name).sort()]).toEqual([search, expected.sort()]);
    }
  });

  it('is refused in an application, and escaped in the refusal', async () => {
    for (const text of ESCAPES) {
      const words = applyWords().map((word) => (word === 'Nile Crafts' ? text : word));
      const ran = await bench.run(words);
      expect([text, ran.exitCode, ran.stdout]).toEqual([text, 2, '']);
      expect(RAW.exec(ran.stderr)?.[0]).toBeUndefined();
    }
    for (const words of [
      ['loan', 'show', '\u001b[31mLN'],
      ['\u001b]0;x\u0007'],
      ['loan', 'ls', '--status', '\u202ex'],
    ]) {
      const ran = await bench.run(words);
      expect(ran.exitCode).toBe(2);
      expect(RAW.exec(`${ran.stdout}${ran.stderr}`)?.[0]).toBeUndefined();
    }
  });

  it('did nothing to the ledger', async () => {
    expect(await bench.verify()).toMatchObject({ ok: true, exitCode: 0 });
    expect(bench.count('loans')).toBe(0);
    expect(bench.count('applications')).toBe(INJECTIONS.length);
  });
});
