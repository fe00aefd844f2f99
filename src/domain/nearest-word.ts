/**
 * The word most like a mistyped one: the one it begins, else the nearest with at most a third of its letters
 * different. null: none is near.
 */
export function nearestWord(typed: string, words: readonly string[]): string | null {
  const text = typed.toLowerCase().slice(0, 80);
  const begun = text.length < 3 ? [] : words.filter((word) => word.toLowerCase().startsWith(text));
  if (begun.length === 1) return begun[0]!;
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const distance = editDistance(text, word.toLowerCase());
    if (distance <= Math.max(1, Math.floor(word.length / 3)) && distance < bestDistance) {
      best = word;
      bestDistance = distance;
    }
  }
  return best;
}

/** Fewest single-letter insertions, deletions and substitutions that make one word the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
