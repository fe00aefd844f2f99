import threeByTwo from 'countries-list/minimal/countries.2to3.min.json' with { type: 'json' };
import namesByTwo from 'countries-list/minimal/countries.en.min.json' with { type: 'json' };

let twoByName: Map<string, string> | undefined;

/**
 * The three-letter code (ISO 3166-1) of a country given by its two letters, its three letters or its English
 * name. What is none of these stays as it is; absent is ''.
 */
export function countryCode(given: unknown): string {
  if (typeof given !== 'string') return '';
  const text = given.trim();
  const code = text.toUpperCase();
  const table: Readonly<Record<string, string>> = threeByTwo;
  if (Object.hasOwn(table, code)) return table[code] as string;
  if (/^[A-Z]{3}$/.test(code)) return code;
  twoByName ??= new Map(Object.entries(namesByTwo).map(([two, name]) => [name.toLowerCase(), two]));
  const two = twoByName.get(text.toLowerCase());
  return two === undefined ? text : (table[two] as string);
}
