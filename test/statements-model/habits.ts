import type { Evidence } from './bank.ts';
import type { Chance } from './chance.ts';
import {
  type CamtLayout,
  type CsvLayout,
  HEADINGS,
  type Layout,
  type MtLayout,
  PLACEHOLDERS,
} from './layouts.ts';

/** The kinds of files an account's statements come as. */
export function habitsOf(evidence: Evidence, unsaid: boolean, chance: Chance): readonly Layout[] {
  return Array.from({ length: chance.between(1, 3) }, () => {
    if (unsaid) return { ...csvOf(evidence, chance), amount: 'sides', account: 'unsaid' };
    const kind = chance.pick(['csv', 'csv', 'csv', 'camt', 'mt940']);
    if (kind === 'camt') return camtOf(evidence, chance);
    if (kind === 'mt940') return mtOf(evidence, chance);
    return csvOf(evidence, chance);
  });
}

/** The same file as a spreadsheet saves it, or as it is. */
export function varied(layout: Layout, chance: Chance): Layout {
  if (layout.kind !== 'csv' || !chance.happens(0.25)) return layout;
  return {
    ...layout,
    dates: chance.pick(['iso', 'slashed']),
    amounts: chance.pick(['plain', 'short', 'grouped']),
    quotes: chance.pick(['needed', 'all']),
    delimiter: chance.pick([',', ';', '\t']),
    marked: chance.happens(0.5),
    saved: chance.pick(['text', 'text', 'text', 'xlsx']),
    text: chance.pick(['plain', 'spaced']),
  };
}

/** Whether something stands in files of an account: always, never, or as it comes. */
function stands(evidence: Evidence, what: 'balance' | 'reference', share: number, chance: Chance): boolean {
  if (what === 'balance') {
    if (evidence === 'balances') return true;
    return evidence !== 'none' && chance.happens(share);
  }
  return evidence === 'references' || evidence === 'none' || chance.happens(share);
}

function csvOf(evidence: Evidence, chance: Chance): CsvLayout {
  const balances = stands(evidence, 'balance', 0.4, chance);
  const inLines = balances && chance.happens(0.2);
  const balance = balances && !inLines;
  const signed = chance.happens(0.15);
  return {
    kind: 'csv',
    headings: chance.pick(Object.keys(HEADINGS) as (keyof typeof HEADINGS)[]),
    balance,
    balanceLines: inLines,
    reference: stands(evidence, 'reference', 0.6, chance),
    // A balance beside a row that is not booked, or was reversed since, is told in many ways.
    status: !balances && chance.happens(0.4),
    valueDate: chance.happens(0.3),
    branch: chance.happens(0.3),
    amount: signed ? 'signed' : 'sides',
    order: chance.pick(inLines ? ['oldest'] : ['oldest', 'oldest', 'oldest', 'newest', 'shuffled']),
    placeholder: chance.pick(PLACEHOLDERS),
    text: chance.pick(['plain', 'plain', 'spaced', 'upper']),
    delimiter: chance.pick([',', ',', ';', '\t']),
    dates: chance.happens(0.7) ? 'iso' : 'slashed',
    amounts: chance.pick(['plain', 'plain', 'short', 'grouped']),
    quotes: chance.happens(0.8) ? 'needed' : 'all',
    marked: chance.happens(0.1),
    saved: chance.happens(0.85) ? 'text' : chance.pick(['xlsx', 'ods']),
    blank: chance.pick(['', '', '-', '0.00']),
    // One column of amounts that all came in says nothing of signs: a profile does.
    account: signed ? 'source' : chance.pick(['above', 'column', 'source']),
  };
}

function camtOf(evidence: Evidence, chance: Chance): CamtLayout {
  const balances = stands(evidence, 'balance', 0.6, chance);
  return {
    kind: 'camt',
    version: chance.pick(['02', '04', '08', '13']),
    intraday: !balances && chance.happens(0.4),
    balances,
    daily: chance.happens(0.4),
    referenceIn: chance.pick(['entry', 'details', 'both']),
    placeholder: chance.pick(['', 'NONREF', 'NOTPROVIDED']),
    repeats: evidence === 'balances' && chance.happens(0.15),
    text: 'plain',
  };
}

function mtOf(evidence: Evidence, chance: Chance): MtLayout {
  const balances = stands(evidence, 'balance', 0.6, chance);
  return {
    kind: 'mt940',
    intraday: !balances,
    balances,
    daily: chance.happens(0.4),
    envelope: chance.happens(0.3),
    placeholder: 'NONREF',
    repeats: evidence === 'balances' && chance.happens(0.15),
    text: chance.pick(['plain', 'upper']),
  };
}
