import { ID_PREFIXES, type IdKind } from '../../domain/identifiers.ts';
import { foldAlias } from '../../domain/loan-alias.ts';
import { foldDigits, type Piastres, parseAmount } from '../../domain/money.ts';
import { searchedPhoneDigits } from '../../domain/phone-digits.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx } from '../../store/port.ts';

type Sought = Parameters<ReadTx['find']['rows']>[1];

/** Fewer digits than this are part of too many numbers. */
const LEAST_DIGITS = 4;
/** The same of the characters of an id without what it starts with. */
const LEAST_ID = 3;

/** A text as the ledger is searched for it; null when there is nothing in it. */
export function soughtFrom(typed: string): Sought | null {
  const text = typed.trim();
  const folded = foldForSearch(text);
  const words = folded.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return null;
  const digits = searchedPhoneDigits(text);
  return {
    text,
    words,
    compact: words.join(''),
    alias: foldAlias(text),
    ids: idsBeginningWith(foldDigits(text).toUpperCase()),
    amountPiastres: amountIn(text),
    phoneDigits: digits === null || digits.length < LEAST_DIGITS ? null : digits,
  };
}

/** The beginnings of ids a text may stand for, with or without what they start with. */
function idsBeginningWith(text: string): Sought['ids'] {
  const [prefix] = /^[A-Z]+-/.exec(text) ?? [];
  const code = text.slice(prefix?.length ?? 0);
  const isCode = /^[0-9A-Z]*$/.test(code) && (prefix !== undefined || code.length >= LEAST_ID);
  const kinds = (Object.keys(ID_PREFIXES) as IdKind[]).filter(
    (kind) => isCode && (prefix === undefined || ID_PREFIXES[kind] === prefix),
  );
  return Object.fromEntries(kinds.map((kind) => [kind, ID_PREFIXES[kind] + code]));
}

/** An amount with or without its currency. */
function amountIn(text: string): Piastres | null {
  const amount = parseAmount(text.replace(/^egp\s*|\s*egp$/i, ''), { grouping: true });
  return isRefusal(amount) || amount === 0 ? null : amount;
}
