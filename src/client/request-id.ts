import type { HttpResponse } from './http-exchange.ts';

/** The id under which a server's log has a request; null when it named none that can be shown. */
export function requestIdOf({ headers }: HttpResponse): string | null {
  const id = headers['x-request-id'];
  return id !== undefined && /^[\w.:-]{1,64}$/.test(id) ? id : null;
}
