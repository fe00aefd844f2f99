import { parseId } from './identifiers.ts';
import { foldDigits } from './money.ts';
import { isRefusal } from './refusal.ts';

/** Looked for first: nearly no text of a statement has it. */
const MAY_NAME_ONE = /dsb/i;
/** An id as a whole word; banks write it in any letter case, and leave its dash out or make a blank of it. */
const NAME = /(?<![\p{L}\p{N}])DSB[\p{Dash}\s]?([0-9A-Z]{9})(?![\p{L}\p{N}])/giu;

/** The disbursements whose ids stand in some texts, each once; what has a wrong check character names none. */
export function disbursementsNamed(texts: Iterable<string | null | undefined>): readonly string[] {
  const named = new Set<string>();
  for (const text of texts) {
    if (!text || !MAY_NAME_ONE.test(text)) continue;
    for (const [, code] of foldDigits(text).matchAll(NAME)) {
      const id = parseId('disbursement', `DSB-${code}`);
      if (!isRefusal(id)) named.add(id);
    }
  }
  return [...named];
}
