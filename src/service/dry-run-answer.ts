/**
 * What is answered when nothing was written: the result the write would have, with every id it would have
 * generated as null and `marks` beside it; of a dry run that is `dry_run: true`.
 */
export function withoutGeneratedIds(
  value: unknown,
  generated: ReadonlySet<string>,
  marks: object = { dry_run: true },
): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutGeneratedIds(item, generated, marks));
  const blanked = generated.size === 0 ? value : blank(value, generated);
  return typeof blanked === 'object' && blanked !== null ? { ...blanked, ...marks } : blanked;
}

function blank(value: unknown, generated: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return generated.has(value) ? null : value;
  if (Array.isArray(value)) return value.map((item) => blank(item, generated));
  if (typeof value !== 'object' || value === null) return value;
  if (Symbol.iterator in value) {
    return Array.from(value as Iterable<unknown>, (item) => blank(item, generated));
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, blank(inner, generated)]));
}
