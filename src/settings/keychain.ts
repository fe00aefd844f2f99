import { spawn } from 'node:child_process';
import type { Environment } from './folders.ts';

/** How the child that speaks with the keychain is started. */
export interface KeychainParts {
  /** The Node that runs this program. */
  readonly nodePath: string;
  /** The child's program. */
  readonly childPath: string;
  readonly environment: Environment;
}

/** What the keychain answered; `unavailable`: there is none, it is locked, or it never answers. */
export type KeychainAnswer =
  | { readonly kind: 'answered'; readonly value: string | null }
  | { readonly kind: 'unavailable' };

/** A keychain that has not answered by now will not: with the rest of a command this stays under 3 s. */
const ANSWER_WITHIN_MS = 2_500;
/** What a child that has ended wrote is here by then. */
const LAST_WORDS_WITHIN_MS = 200;
const SERVICE = 'loandesk';
/** Not for the child: it needs no token of ours to speak with the keychain. */
const KEPT_FROM_THE_CHILD = ['LOANDESK_TOKEN', 'NODE_OPTIONS'];

/** The secret kept under an account; null where there is none (a locked keychain answers the same). */
export function getFromKeychain(parts: KeychainParts, account: string): Promise<KeychainAnswer> {
  return ask(parts, { act: 'get', account });
}

/** Keeps a secret under an account. */
export function setInKeychain(
  parts: KeychainParts,
  account: string,
  secret: string,
): Promise<KeychainAnswer> {
  return ask(parts, { act: 'set', account, secret });
}

/** Forgets the secret of an account. */
export function deleteFromKeychain(parts: KeychainParts, account: string): Promise<KeychainAnswer> {
  return ask(parts, { act: 'delete', account });
}

function ask(
  parts: KeychainParts,
  request: { act: string; account: string; secret?: string },
): Promise<KeychainAnswer> {
  return new Promise((resolve) => {
    const environment = Object.fromEntries(
      Object.entries(parts.environment).filter(([name]) => !KEPT_FROM_THE_CHILD.includes(name)),
    );
    const child = spawn(parts.nodePath, [parts.childPath], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: environment,
      windowsHide: true,
    });
    let said = '';
    let isSettled = false;
    const settle = (answer: KeychainAnswer) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(tooLate);
      // Answered or not, it may never end by itself; and a pipe held open by a helper of its must not hold us.
      child.kill('SIGKILL');
      child.stdout.destroy();
      child.stdin.destroy();
      child.unref();
      resolve(answer);
    };
    const tooLate = setTimeout(() => settle({ kind: 'unavailable' }), ANSWER_WITHIN_MS);
    child.once('error', () => settle({ kind: 'unavailable' }));
    child.once('exit', () => setTimeout(() => settle({ kind: 'unavailable' }), LAST_WORDS_WITHIN_MS).unref());
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const answer = answerIn(said);
      if (answer !== null) settle(answer);
    });
    child.stdout.once('end', () => settle({ kind: 'unavailable' }));
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify({ ...request, service: SERVICE }));
  });
}

/** null: not all of it is said yet. */
function answerIn(said: string): KeychainAnswer | null {
  try {
    const { ok, value } = JSON.parse(said) as { ok: boolean; value?: string | null };
    return ok ? { kind: 'answered', value: value ?? null } : { kind: 'unavailable' };
  } catch {
    return null;
  }
}
