/** Who a password is for. */
interface Login {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/**
 * Finds a password in the text of a `.pgpass`: the first line `host:port:database:user:password` that fits, where `*`
 * fits everything and `\` stands before a `:` or `\` that is meant. null when there is none.
 */
export function passwordIn(text: string, { host, port, database, user }: Login): string | null {
  const hosts = host.startsWith('/') ? [host, 'localhost'] : [host];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const [ofHost, ofPort, ofDatabase, ofUser, password] = fieldsOf(line);
    if (password === undefined || password === '') continue;
    const fits =
      isOneOf(ofHost, hosts) &&
      isOneOf(ofPort, [String(port)]) &&
      isOneOf(ofDatabase, [database]) &&
      isOneOf(ofUser, [user]);
    if (fits) return password;
  }
  return null;
}

/** The five fields of a line; the last may hold anything. */
function fieldsOf(line: string): string[] {
  const found = /^((?:\\.|[^\\:])*):((?:\\.|[^\\:])*):((?:\\.|[^\\:])*):((?:\\.|[^\\:])*):(.*)$/.exec(line);
  if (found === null) return [];
  return found.slice(1).map((field) => (field === '*' ? field : field.replace(/\\(.)/g, '$1')));
}

function isOneOf(field: string | undefined, wanted: readonly string[]): boolean {
  return field === '*' || (field !== undefined && wanted.includes(field));
}
