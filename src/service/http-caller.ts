import type { Caller } from './call.ts';
import type { Identity } from './identity.ts';

/**
 * Whoever asks over HTTP: the officer, from the address of the connection; `osUser` is the user of this machine the
 * service runs as.
 */
export function httpCaller(officer: Identity | null, address: string, osUser: string): Caller {
  return {
    actor: officer?.email ?? 'nobody',
    osUser,
    host: address,
    channel: 'http',
    userId: officer?.userId ?? null,
    roles: officer?.roles ?? [],
  };
}
