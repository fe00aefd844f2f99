import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DerivedIds } from '../../src/ingest/derived-ids.ts';
import { linesOf, transactionsOf } from './read-user-text.ts';

const MAP = { columnsMap: 'timestamp=Date,amount=Amount,details=Text', currency: 'EGP' };
const csv = (...rows: readonly string[]) => `Date,Text,Amount\n${rows.join('\n')}\n`;
const idsOf = async (text: string, options: object = MAP) =>
  (await transactionsOf(text, options)).map(({ id }) => id as number);

describe('ids derived from natural keys', () => {
  it('are whole numbers that JSON carries, the same every time', async () => {
    const text = csv('2026-04-02,a,-5', '2026-04-03,b,6');
    const ids = await idsOf(text);
    expect(ids.every((id) => Number.isSafeInteger(id) && id >= 0)).toBe(true);
    expect(await idsOf(text)).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
  });

  it('differ by institution, account type, time, amount, direction, currency and details', async () => {
    const base = (await idsOf(csv('2026-04-02,a,-5')))[0];
    const others = await Promise.all([
      idsOf(csv('2026-04-02,a,-5'), { ...MAP, institution: 'Other Bank' }),
      idsOf(csv('2026-04-02,a,-5'), { ...MAP, accountType: 'ewallet' }),
      idsOf(csv('2026-04-02,a,-5'), { ...MAP, currency: 'USD' }),
      idsOf(csv('2026-04-03,a,-5')),
      idsOf(csv('2026-04-02,a,-5.01')),
      idsOf(csv('2026-04-02,a,+5')),
      idsOf(csv('2026-04-02,b,-5')),
    ]);
    expect(new Set([base, ...others.flat()]).size).toBe(8);
  });

  it('do not depend on how an amount or a blank is written', async () => {
    expect(await idsOf(csv('2026-04-02,a  b,-5'))).toEqual(await idsOf(csv('2026-04-02,a b,(5.00)')));
  });

  it('B27: make one union of overlapping files, whatever comes first', async () => {
    const first = await idsOf(csv('2026-06-03,a,-1'));
    const second = await idsOf(csv('2026-06-01,late,-2', '2026-06-03,a,-1', '2026-06-03,b,-1'));
    expect(new Set([...first, ...second]).size).toBe(3);
    expect(second).toContain(first[0]);
  });

  it('B28: count equal rows of a file, and know them again', async () => {
    const two = await idsOf(csv('2026-04-02,a,-5', '2026-04-02,a,-5'));
    const three = await idsOf(csv('2026-04-02,a,-5', '2026-04-02,a,-5', '2026-04-02,a,-5'));
    expect(new Set(two).size).toBe(2);
    expect(new Set(three).size).toBe(3);
    expect(three.slice(0, 2)).toEqual(two);
  });

  it('B13: keep apart rows with one reference and different amounts', async () => {
    const map = { columnsMap: 'timestamp=Date,amount=Amount,id=Text', currency: 'EGP' };
    const ids = await idsOf(
      csv('2026-04-02,INST-04,-400', '2026-04-02,INST-04,-600', '2026-04-03,INST-05,-400'),
      map,
    );
    expect(new Set(ids).size).toBe(3);
    expect((await idsOf(csv('2026-04-02,INST-04,-400'), map))[0]).toBe(ids[0]);
  });

  it('B36: do not depend on the machine’s zone', () => {
    const script = `
      import { transactionsOf } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'read-user-text.ts')).href)};
      const text = ${JSON.stringify(csv('2026-04-02 10:00,a,-5', '2026-04-02,b,-5'))};
      console.log(JSON.stringify(await transactionsOf(text, ${JSON.stringify(MAP)})));`;
    const [there, elsewhere] = ['America/New_York', 'Asia/Tokyo'].map((zone) => {
      const options = { env: { ...process.env, TZ: zone }, encoding: 'utf8' } as const;
      return execFileSync(process.execPath, ['--input-type=module', '-e', script], options);
    });
    expect(elsewhere).toBe(there);
    expect(JSON.parse(there!)).toMatchObject([
      { timestamp: Date.UTC(2026, 3, 2, 10) / 1000 },
      { timestamp: Date.UTC(2026, 3, 2) / 1000 },
    ]);
  });

  it('B37: take long references byte for byte, and refuse those a spreadsheet changed', async () => {
    const map = { columnsMap: 'timestamp=Date,amount=Amount,id=Text', currency: 'EGP' };
    const references = [
      '420926189200190257681175017717',
      '420926189200190257681175017718',
      '000123',
      '123',
      '0E68',
      '1e5',
    ];
    const rows = references.map((reference) => `2026-04-02,${reference},-5`);
    const lines = await linesOf(csv(...rows, '2026-04-02,4.20926E+29,-5'), map);
    const good = lines.filter(({ unreadable }) => unreadable === undefined);
    expect(new Set(good.map(({ value }) => (value as { id: number }).id)).size).toBe(good.length);
    expect(lines.at(-1)).toMatchObject({ field: 'Text', unreadable: 'the id was changed by a spreadsheet' });
    expect(good).toHaveLength(references.length);
  });

  it('of a source’s own ids are the same for the same record', () => {
    const ids = new DerivedIds();
    const one = ids.ofSource(['bank', 'tx-1']);
    expect(ids.ofSource(['bank', 'tx-1'])).toBe(one);
    expect(ids.ofSource(['bank', 'tx-2'])).not.toBe(one);
    expect(ids.ofSource(['bank', 1])).not.toBe(ids.ofSource(['bank', '1']));
  });
});
