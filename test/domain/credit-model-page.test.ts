import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { policyValue, SHIPPED_POLICY } from '../../src/domain/policy-document.ts';

const PAGE = readFileSync(new URL('../../docs/credit-model.md', import.meta.url), 'utf8');

it('the page of the credit model gives every constant of the scorecard, with the value shipped', () => {
  const onPage: Record<string, number> = {};
  for (const line of PAGE.split('\n')) {
    const [, keys = '', values = ''] = line.split('|').map((cell) => cell.trim());
    const names = [...keys.matchAll(/`([a-z_0-9]+)`/g)].map((match) => match[1] as string);
    const figures = values.split(';').map((figure) => Number(figure.replaceAll(',', '')));
    if (names.length === figures.length)
      names.forEach((name, i) => {
        onPage[name] = figures[i] as number;
      });
  }
  const shipped = Object.keys(SHIPPED_POLICY)
    .filter((key) => key.startsWith('assessment.'))
    .map((key) => [
      key.replace('assessment.', ''),
      Number(policyValue(SHIPPED_POLICY, key, '2026-01-01' as CalendarDate)),
    ]);
  expect(shipped.length).toBeGreaterThan(50);
  expect(onPage).toMatchObject(Object.fromEntries(shipped));
});
