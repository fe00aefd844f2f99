import { OPERATIONS } from '../contract/operations.ts';

/** An address of the service with the methods it takes. */
interface KnownAddress {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Addresses beside those of the table. */
export const OPEN_ADDRESSES = ['/healthz', '/readyz', '/openapi.json', '/docs', '/docs/errors'] as const;
export const METRICS_ADDRESS = '/metrics';

const KNOWN: readonly KnownAddress[] = knownAddresses();

/** The methods an address takes, GET with its HEAD; null when there is no such address. */
export function methodsOf(path: string): readonly string[] | null {
  const methods = new Set(
    KNOWN.filter(({ pattern }) => pattern.test(path)).flatMap((one) => [...one.methods]),
  );
  return methods.size === 0 ? null : [...methods].sort();
}

function knownAddresses(): KnownAddress[] {
  const byPath = new Map<string, Set<string>>();
  const add = (path: string, method: string) => {
    const methods = byPath.get(path) ?? new Set();
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    byPath.set(path, methods);
  };
  for (const { path, method } of Object.values(OPERATIONS)) if (path !== null) add(path, method);
  for (const path of [...OPEN_ADDRESSES, METRICS_ADDRESS]) add(path, 'GET');
  return [...byPath].map(([path, methods]) => {
    const source = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
    return { pattern: new RegExp(`^${source}$`), methods };
  });
}
