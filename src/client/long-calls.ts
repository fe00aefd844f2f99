import { OPERATIONS, type Operation } from '../contract/operations.ts';

/** Addresses of what takes as long as its file is large, each with its method. */
const ADDRESSES = Object.values(OPERATIONS as Readonly<Record<string, Operation>>).flatMap(
  ({ method, path, takesLong }) =>
    takesLong === true && path !== null
      ? [{ method, address: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }]
      : [],
);

/** Whether a request is one whose answer may take long, and be long. */
export function takesLong(request: { readonly method: string; readonly path: string }): boolean {
  const [path = ''] = request.path.split('?');
  return ADDRESSES.some(({ method, address }) => method === request.method && address.test(path));
}
