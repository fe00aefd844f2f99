import { buildHttpApp } from './http-app.ts';
import { STOP_WITHIN_MS } from './limits.ts';
import type { ServiceParts } from './service-parts.ts';

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Accepts nothing new, lets what is in flight finish for some seconds, then hangs up on it. */
  stop(): Promise<void>;
}

/** Starts listening; port 0 is any free one. Throws what the operating system says against the address. */
export async function startService(
  parts: ServiceParts,
  place: { readonly host: string; readonly port: number },
): Promise<RunningService> {
  const app = buildHttpApp(parts);
  await app.listen({ host: place.host, port: place.port });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : place.port;
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  const scheme = parts.tls === null ? 'http' : 'https';
  return {
    url: `${scheme}://${host}:${port}`,
    async stop() {
      const hangUp = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS);
      try {
        await app.close();
      } finally {
        clearTimeout(hangUp);
      }
    },
  };
}
