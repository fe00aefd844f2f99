import { looksLikeId } from './identifiers.ts';
import { foldForSearch, isAscii } from './search-folding.ts';

/** The form two spellings of one alias share: letter case, blanks, dashes and Arabic-Indic digits do not matter. */
export function foldAlias(alias: string): string {
  if (isAscii(alias)) return alias.toLowerCase().replace(/[\s\-_]/g, '');
  return foldForSearch(alias.normalize('NFKC')).replace(/[\s\p{Dash}_]/gu, '');
}

/** Why a text cannot be an alias, or null: it must not pass for an id and must have something left when folded. */
export function aliasFault(alias: string): string | null {
  const kind = looksLikeId(alias.replace(/\s/g, ''));
  if (kind !== null) return `${alias} has the form of an id`;
  if (foldAlias(alias) === '') return `${JSON.stringify(alias)} has neither letters nor digits`;
  return null;
}
