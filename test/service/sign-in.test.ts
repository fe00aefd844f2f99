import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/contract/problem.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import { keptLedger } from '../store/kept-ledger.ts';
import {
  addOfficer,
  codeOf,
  MONA,
  PASSWORD,
  refresh,
  START_MS,
  signedIn,
  signIn,
  tokensOf,
} from './access-desk.ts';
import { Desk, OFFICER, onDesk } from './desk.ts';

const MINUTE = 60_000;
const WRONG = 'not the right password';

function withMona(test: (desk: Desk) => Promise<void>): () => Promise<void> {
  return onDesk(async (desk) => {
    desk.clockMs = START_MS;
    await addOfficer(desk);
    await test(desk);
  });
}

async function fail(desk: Desk, times: number, email = MONA): Promise<void> {
  for (let n = 0; n < times; n++)
    expect(codeOf(await signIn(desk, email, WRONG))).toBe('credentials_refused');
}

/** Runs a test on a ledger that can be opened again. */
async function onKept(
  test: (desk: Desk, reopen: () => Promise<void>, bytes: () => Promise<Buffer>) => Promise<void>,
): Promise<void> {
  const ledger = await keptLedger();
  const store = await ledger.open();
  await foundLedger(store, OFFICER, new Date(START_MS).toISOString(), 'founding');
  const desk = new Desk(store, '2026-03-01');
  desk.clockMs = START_MS;
  try {
    await test(
      desk,
      async () => {
        await desk.store.close();
        desk.store = await ledger.open();
      },
      ledger.bytes,
    );
  } finally {
    await desk.close();
    await ledger.remove();
  }
}

describe('a refused sign-in', () => {
  it(
    'is the same for a wrong password, an unknown e-mail and a disabled account, after one comparison each',
    withMona(async (desk) => {
      await addOfficer(desk, { email: 'gone@bank.example' });
      await desk.done('officers.disable', { officer: 'gone@bank.example' });
      const answers: Problem[] = [];
      for (const [email, password] of [
        [MONA, WRONG],
        ['nobody@bank.example', PASSWORD],
        ['gone@bank.example', PASSWORD],
        ['not an e-mail', PASSWORD],
        [MONA, ''],
        [MONA, 'x'.repeat(10_000)],
      ] as const) {
        const before = desk.passwords.compared;
        answers.push((await signIn(desk, email, password)) as Problem);
        expect(desk.passwords.compared - before).toBe(1);
      }
      expect(answers[0]).toMatchObject({ code: 'credentials_refused' });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }),
  );

  it(
    'is one audit record that names the e-mail and nothing secret; a sign-in names who it was',
    withMona(async (desk) => {
      const before = (await desk.audit()).length;
      await signIn(desk, MONA, WRONG);
      await signIn(desk, PASSWORD, PASSWORD);
      await signedIn(desk);
      const added = (await desk.audit()).slice(before);
      expect(added.map(({ actor, action, object, outcome }) => [actor, action, object, outcome])).toEqual([
        ['nobody', 'auth.token', MONA, 'credentials_refused'],
        // A password typed for an e-mail is not kept.
        ['nobody', 'auth.token', '', 'credentials_refused'],
        [MONA, 'auth.token', '1', 'done'],
      ]);
    }),
  );
});

describe('throttling', () => {
  it(
    'begins with the sixth attempt after five failures, whatever the password, and compares nothing then',
    withMona(async (desk) => {
      await fail(desk, 5);
      const compared = desk.passwords.compared;
      for (const password of [WRONG, PASSWORD]) {
        expect(await signIn(desk, 'MONA@bank.example', password)).toMatchObject({
          code: 'sign_in_throttled',
          retryAfterSeconds: 900,
        });
      }
      expect(desk.passwords.compared).toBe(compared);
      expect((await desk.audit()).at(-1)).toMatchObject({ outcome: 'sign_in_throttled' });
    }),
  );

  it(
    'ends 15 minutes after the failure that began it; refused attempts do not prolong it',
    withMona(async (desk) => {
      for (let n = 0; n < 5; n++) {
        desk.clockMs = START_MS + n * MINUTE;
        await fail(desk, 1);
      }
      desk.clockMs = START_MS + 15 * MINUTE - 1;
      expect(await signIn(desk)).toMatchObject({ code: 'sign_in_throttled', retryAfterSeconds: 1 });
      desk.clockMs = START_MS + 15 * MINUTE;
      tokensOf(await signIn(desk));
      // Four failures still count.
      await fail(desk, 1);
      expect(await signIn(desk)).toMatchObject({ code: 'sign_in_throttled', retryAfterSeconds: 60 });
    }),
  );

  it(
    'touches nobody else, and an unknown e-mail is throttled like a known one',
    withMona(async (desk) => {
      await addOfficer(desk, { email: 'omar@bank.example' });
      await fail(desk, 5);
      tokensOf(await signIn(desk, 'omar@bank.example'));
      await fail(desk, 5, 'nobody@bank.example');
      expect(codeOf(await signIn(desk, 'nobody@bank.example'))).toBe('sign_in_throttled');
    }),
  );

  it(
    'lets no more than five guesses through when many come at once',
    withMona(async (desk) => {
      const guesses = [...Array.from({ length: 40 }, () => WRONG), PASSWORD];
      const answers = await Promise.all(guesses.map((guess) => signIn(desk, MONA, guess)));
      const codes = answers.map((answer) => ('code' in answer ? answer.code : 'done'));
      expect(codes.filter((code) => code === 'credentials_refused')).toHaveLength(5);
      expect(codes.filter((code) => code === 'sign_in_throttled')).toHaveLength(36);
    }),
  );

  it('survives a restart', () =>
    onKept(async (desk, reopen) => {
      await addOfficer(desk);
      await fail(desk, 5);
      await reopen();
      expect(codeOf(await signIn(desk))).toBe('sign_in_throttled');
    }));
});

describe('secrets', () => {
  it('are nowhere in the ledger, its audit trail included', () =>
    onKept(async (desk, _reopen, bytes) => {
      await addOfficer(desk);
      const first = await signedIn(desk);
      const second = tokensOf(await refresh(desk, first.refresh_token));
      await refresh(desk, first.refresh_token);
      await signIn(desk, MONA, `${PASSWORD}-wrong`);
      await signIn(desk, PASSWORD, PASSWORD);
      await desk.call('officers.add', {
        email: MONA,
        name: 'Again',
        roles: ['reader'],
        password: `${PASSWORD}-taken`,
      });
      await desk.call('officers.password', { officer: '9', password: `${PASSWORD}-nobody` });
      await desk.call('officers.password', { officer: '1', password: PASSWORD.slice(0, 11) });
      const file = await bytes();
      expect(file.includes('officers.password')).toBe(true);
      const canaries = [PASSWORD.slice(0, 11), ...Object.values(first), ...Object.values(second)];
      for (const canary of canaries.filter((text) => typeof text === 'string' && text !== MONA)) {
        expect(file.includes(canary as string), String(canary)).toBe(false);
      }
    }));
});
