/**
 * What a dry run answers: the result the write would have, with every id it would have generated as null and
 * `dry_run: true` beside it.
 */
export function withoutGeneratedIds(value: unknown, generated: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutGeneratedIds(item, generated));
  const blanked = blank(value, generated);
  return typeof blanked === 'object' && blanked !== null ? { ...blanked, dry_run: true } : blanked;
}

function blank(value: unknown, generated: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return generated.has(value) ? null : value;
  if (Array.isArray(value)) return value.map((item) => blank(item, generated));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, blank(inner, generated)]));
}
