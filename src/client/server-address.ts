import type { Problem } from '../contract/problem.ts';

/** Where a server is: everything goes to this origin and nowhere else. */
export interface ServerAddress {
  readonly origin: string;
  /** What stands before every path, without a slash at its end; mostly nothing. */
  readonly prefix: string;
  /** As people write it. */
  readonly text: string;
}

/** Reads the address of a server: https, or http to this machine itself; nothing secret in it. */
export function readServerAddress(text: string): ServerAddress | Problem {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return unusable(`"${text}" is not the address of a server.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return unusable(`${url.protocol}// is not spoken; a server's address starts with https://.`);
  }
  if (url.username !== '' || url.password !== '') {
    return unusable('The address of a server holds no name and no password.');
  }
  if (url.search !== '' || url.hash !== '') {
    return unusable('The address of a server has nothing after its path.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { code: 'server_insecure', detail: `${url.origin} would be spoken with in the open.` };
  }
  const prefix = url.pathname.replace(/\/+$/, '');
  return { origin: url.origin, prefix, text: `${url.origin}${prefix}` };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function unusable(detail: string): Problem {
  return { code: 'usage', detail, hint: 'Write it like https://lending.bank.example.' };
}
