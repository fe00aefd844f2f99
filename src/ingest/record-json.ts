/** A number in the text whose value a float may not hold: sixteen digits or an exponent. In strings it is no harm. */
const DOUBTFUL_NUMBER = /[:[,]\s*-?\d(?:[\d.]{15}|[\d.]*e)/i;
/** As many digits as any float holds. */
const SAFE_DIGITS = 15;

/**
 * Reads the JSON of one record. A number that a float would change (20 digits, `999999999999.9900001`, `1e400`) stays
 * the text it was written as, so that it is judged by what it says. Throws the engine's SyntaxError.
 */
export function readRecordJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Most records have no number at all, which is quicker seen in them than in their text.
  return hasNumber(value) && DOUBTFUL_NUMBER.test(text) ? JSON.parse(text, keepChangedNumber) : value;
}

function hasNumber(value: unknown): boolean {
  if (typeof value === 'number') return true;
  if (typeof value !== 'object' || value === null) return false;
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    const kind = typeof member;
    if (kind === 'number' || (kind === 'object' && hasNumber(member))) return true;
  }
  return false;
}

function keepChangedNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  const written = source.replace(/e.*$/i, '').replace(/^-?[0.]*/, '');
  const digits = written.replace('.', '').length;
  const isLost = !Number.isFinite(value) || (value === 0 && digits > 0);
  return isLost || digits > SAFE_DIGITS ? source : value;
}
