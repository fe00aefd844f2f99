// A program of its own: what it asks the system's keychain may never be answered, and then it is killed. It reads
// one JSON request from standard input and writes one JSON answer; secrets are never among its arguments.
import { readFileSync, writeSync } from 'node:fs';

const STDIN = 0;
const STDOUT = 1;

interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

interface Request {
  readonly act: 'get' | 'set' | 'delete';
  readonly service: string;
  readonly account: string;
  readonly secret?: string;
}

async function answer({ act, service, account, secret = '' }: Request): Promise<string | null> {
  // Missing where the optional package was not installed, which is the same as having no keychain.
  const loaded = (await import('keytar')) as unknown as { default?: Keychain } & Keychain;
  const keychain = loaded.default ?? loaded;
  if (act === 'get') return keychain.getPassword(service, account);
  if (act === 'set') await keychain.setPassword(service, account, secret);
  else await keychain.deletePassword(service, account);
  return null;
}

function say(document: unknown): void {
  writeSync(STDOUT, JSON.stringify(document));
}

answer(JSON.parse(readFileSync(STDIN, 'utf8')) as Request).then(
  (value) => say({ ok: true, value }),
  // Only the sort of error: what a keychain says may repeat what it was given.
  (error: unknown) => say({ ok: false, reason: (error as { code?: string }).code ?? 'refused' }),
);
