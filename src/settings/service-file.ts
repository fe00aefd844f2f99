/** What is said in a service file that changes nothing for us. */
const IGNORED = new Set([
  'application_name',
  'fallback_application_name',
  'connect_timeout',
  'client_encoding',
]);

/**
 * Reads a service out of the text of a `pg_service.conf`: the lines `name=value` under `[service]`. null when there is
 * no such service.
 */
export function serviceIn(text: string, service: string): Readonly<Record<string, string>> | null {
  let found: Record<string, string> | null = null;
  let isIn = false;
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const heading = /^\[(.*)\]$/.exec(line);
    if (heading !== null) {
      if (found !== null) break;
      isIn = heading[1] === service;
      if (isIn) found = {};
      continue;
    }
    const [, name, value] = /^([^#=\s]+)=(.*)$/.exec(line) ?? [];
    if (found === null || name === undefined || value === undefined || IGNORED.has(name)) continue;
    found[name] = value;
  }
  return found;
}
