/**
 * The words of `known` that `typed` may have been meant as: those it begins, else the nearest, at most three.
 * Nothing is offered that differs in more than a third of its letters (two for words of four letters or more).
 */
export function nearestWords(typed: string, known: readonly string[]): readonly string[] {
  const lower = typed.toLowerCase();
  const begun = lower.length >= 3 ? known.filter((word) => word.toLowerCase().startsWith(lower)) : [];
  if (begun.length > 0) return begun.slice(0, 3);
  const near = known
    .map((word) => ({ word, distance: wordDistance(lower, word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= allowedDistance(word, lower));
  const least = Math.min(...near.map(({ distance }) => distance));
  return near
    .filter(({ distance }) => distance === least)
    .slice(0, 3)
    .map(({ word }) => word);
}

/** `Did you mean "ls"?`, or undefined when nothing is near. */
export function didYouMean(typed: string, known: readonly string[]): string | undefined {
  const near = nearestWords(typed, known).map((word) => `"${word}"`);
  if (near.length === 0) return undefined;
  return `Did you mean ${near.length === 1 ? near[0] : `${near.slice(0, -1).join(', ')} or ${near.at(-1)}`}?`;
}

function allowedDistance(word: string, typed: string): number {
  const letters = Math.max(word.replace(/^-+/, '').length, typed.replace(/^-+/, '').length);
  if (letters < 3) return 1;
  return Math.max(letters < 4 ? 1 : 2, Math.floor(letters / 3));
}

/** Edits (insert, delete, replace, swap of neighbours) between two words. */
function wordDistance(a: string, b: string): number {
  const longest = 64;
  if (a.length > longest || b.length > longest) return longest;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
