import type { OperationInput, OperationOutput } from '../../src/contract/operation-types.ts';
import type { Problem } from '../../src/contract/problem.ts';
import type { Caller } from '../../src/service/call.ts';
import { authenticator, type Identity } from '../../src/service/identity.ts';
import { type Desk, OFFICER } from './desk.ts';

export const PASSWORD = 'canary-Kalimat-sirr-7';
export const MONA = 'Mona@Bank.example';
export const START_MS = Date.UTC(2026, 2, 1, 12);

type Tokens = OperationOutput<'auth.token'>;

/** Whoever has not signed in yet, from a browser somewhere. */
const NOBODY: Caller = {
  actor: 'nobody',
  osUser: 'service',
  host: '10.0.0.9',
  channel: 'http',
  userId: null,
  roles: [],
};

/** Adds an officer at the ledger's own machine; answers its number. */
export async function addOfficer(
  desk: Desk,
  more: Partial<OperationInput<'officers.add'>> = {},
): Promise<number> {
  const before = desk.caller;
  desk.caller = OFFICER;
  const added = await desk.done('officers.add', {
    email: MONA,
    name: 'Mona Hassan',
    roles: ['officer', 'servicing'],
    password: PASSWORD,
    ...more,
  });
  desk.caller = before;
  return added.user_id as number;
}

/** Signs in over HTTP. */
export async function signIn(desk: Desk, email = MONA, password = PASSWORD): Promise<Tokens | Problem> {
  return asNobody(desk, () => desk.call('auth.token', { email, password }));
}

/** Signs in as Mona, who must be there. */
export async function signedIn(desk: Desk): Promise<Tokens> {
  return tokensOf(await signIn(desk));
}

/** Sends a refresh token. */
export async function refresh(desk: Desk, token: string): Promise<Tokens | Problem> {
  return asNobody(desk, () => desk.call('auth.refresh', { refresh_token: token }));
}

/** The tokens of an answer that must not be a refusal. */
export function tokensOf(answer: Tokens | Problem): Tokens {
  if ('code' in answer) throw new Error(`refused: ${answer.code}: ${answer.detail}`);
  return answer;
}

/** The code of an answer that must be a refusal. */
export function codeOf(answer: Tokens | Problem): string {
  if ('code' in answer) return answer.code;
  throw new Error('not refused');
}

/** Whom a token stands for now. */
export function whoIs(desk: Desk, token: string): Promise<Identity | null> {
  return authenticator(desk.store)(token, desk.nowMs());
}

async function asNobody<T>(
  desk: Desk,
  call: () => Promise<{ ok: true; value: T } | { ok: false; problem: Problem }>,
): Promise<T | Problem> {
  const before = desk.caller;
  desk.caller = NOBODY;
  const answer = call();
  desk.caller = before;
  const { ...settled } = await answer;
  return settled.ok ? settled.value : settled.problem;
}
