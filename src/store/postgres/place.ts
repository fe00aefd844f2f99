interface Reached {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** Where a ledger is, as messages say it: the address without a password and without options. */
export function placeOf(server: string | Reached): string {
  if (typeof server !== 'string') {
    return `postgres://${server.user}@${server.host}:${server.port}/${server.database}`;
  }
  try {
    const { hostname, port, username, pathname, searchParams } = new URL(server);
    const host = hostname || searchParams.get('host') || 'localhost';
    const at = username === '' ? '' : `${username}@`;
    return `postgres://${at}${host}${port === '' ? '' : `:${port}`}${pathname}`;
  } catch {
    // Whatever is wrong with it, it may hold a password.
    return 'postgres://…';
  }
}
