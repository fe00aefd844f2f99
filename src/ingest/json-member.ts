/** A member of a JSON value at these keys, or undefined where one of them leads nowhere. */
export function memberAt(value: unknown, ...keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

/** The text or number at these keys as text; null for anything else. */
export function textAt(value: unknown, ...keys: readonly string[]): string | null {
  const found = memberAt(value, ...keys);
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : null;
}
