import { describe, expect, it } from 'vitest';
import {
  addOfficer,
  codeOf,
  MONA,
  refresh,
  START_MS,
  signedIn,
  signIn,
  tokensOf,
  whoIs,
} from './access-desk.ts';
import { type Desk, onDesk } from './desk.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function withMona(test: (desk: Desk) => Promise<void>): () => Promise<void> {
  return onDesk(async (desk) => {
    desk.clockMs = START_MS;
    await addOfficer(desk);
    await test(desk);
  });
}

describe('an access token', () => {
  it(
    'comes with exactly the fields of the interface and stands for the officer',
    withMona(async (desk) => {
      const tokens = await signedIn(desk);
      expect(Object.keys(tokens)).toEqual(['access_token', 'refresh_token', 'user_id', 'email']);
      expect(tokens).toMatchObject({ user_id: 1, email: MONA });
      expect(Buffer.from(tokens.access_token.slice(4), 'base64url')).toHaveLength(32);
      expect(tokens.access_token).not.toBe(tokens.refresh_token);
      expect(await whoIs(desk, tokens.access_token)).toEqual({
        userId: 1,
        email: MONA,
        roles: ['officer', 'servicing'],
      });
    }),
  );

  it(
    'lives an hour, to the millisecond, whatever business date is given',
    withMona(async (desk) => {
      desk.givenBusinessDate = '2020-01-01';
      const { access_token } = await signedIn(desk);
      desk.clockMs = START_MS + HOUR - 1;
      expect(await whoIs(desk, access_token)).not.toBeNull();
      desk.clockMs = START_MS + HOUR;
      expect(await whoIs(desk, access_token)).toBeNull();
    }),
  );

  it(
    'is not any other text, nor a refresh token, nor an access token for a refresh',
    withMona(async (desk) => {
      const tokens = await signedIn(desk);
      for (const text of ['', 'lda_', 'garbage', tokens.refresh_token, `${tokens.access_token}x`]) {
        expect(await whoIs(desk, text)).toBeNull();
      }
      expect(codeOf(await refresh(desk, tokens.access_token))).toBe('token_refused');
      expect(await whoIs(desk, tokens.access_token)).not.toBeNull();
    }),
  );

  it(
    'ends at once when the officer is disabled or gets a new password, and others do not',
    withMona(async (desk) => {
      await addOfficer(desk, { email: 'omar@bank.example' });
      const omar = tokensOf(await signIn(desk, 'omar@bank.example'));
      const [first, second] = [await signedIn(desk), await signedIn(desk)];
      await desk.done('officers.password', { officer: '1', password: 'another long password' });
      for (const { access_token, refresh_token } of [first, second]) {
        expect(await whoIs(desk, access_token)).toBeNull();
        expect(codeOf(await refresh(desk, refresh_token))).toBe('token_refused');
      }
      expect(codeOf(await signIn(desk))).toBe('credentials_refused');
      const third = tokensOf(await signIn(desk, MONA, 'another long password'));
      await desk.done('officers.disable', { officer: 'mona@bank.EXAMPLE' });
      expect(await whoIs(desk, third.access_token)).toBeNull();
      expect(codeOf(await refresh(desk, third.refresh_token))).toBe('token_refused');
      expect(codeOf(await signIn(desk, MONA, 'another long password'))).toBe('credentials_refused');
      expect(await whoIs(desk, omar.access_token)).not.toBeNull();
    }),
  );
});

describe('a refresh token', () => {
  it(
    'changes with each use; the access token before it lives on',
    withMona(async (desk) => {
      const first = await signedIn(desk);
      const second = tokensOf(await refresh(desk, first.refresh_token));
      expect(Object.keys(second)).toEqual(Object.keys(first));
      expect(new Set([...Object.values(first), ...Object.values(second)]).size).toBe(6);
      expect(await whoIs(desk, first.access_token)).not.toBeNull();
      expect(await whoIs(desk, second.access_token)).not.toBeNull();
    }),
  );

  it(
    'just replaced is refused for ten seconds, and nothing is revoked',
    withMona(async (desk) => {
      const first = await signedIn(desk);
      const second = tokensOf(await refresh(desk, first.refresh_token));
      for (const laterMs of [0, 1, 9_999, 10_000]) {
        desk.clockMs = START_MS + laterMs;
        expect(codeOf(await refresh(desk, first.refresh_token))).toBe('already_refreshed');
      }
      expect(await whoIs(desk, second.access_token)).not.toBeNull();
      tokensOf(await refresh(desk, second.refresh_token));
    }),
  );

  it(
    'used again later ends every token of that signing in, and of no other',
    withMona(async (desk) => {
      const elsewhere = await signedIn(desk);
      const first = await signedIn(desk);
      const second = tokensOf(await refresh(desk, first.refresh_token));
      desk.clockMs = START_MS + 10_001;
      expect(codeOf(await refresh(desk, first.refresh_token))).toBe('token_refused');
      expect(codeOf(await refresh(desk, second.refresh_token))).toBe('token_refused');
      for (const { access_token } of [first, second]) expect(await whoIs(desk, access_token)).toBeNull();
      expect(await whoIs(desk, elsewhere.access_token)).not.toBeNull();
    }),
  );

  it(
    'replaced twice over is an old one, even within ten seconds',
    withMona(async (desk) => {
      const first = await signedIn(desk);
      const second = tokensOf(await refresh(desk, first.refresh_token));
      const third = tokensOf(await refresh(desk, second.refresh_token));
      desk.clockMs = START_MS + 5 * SECOND;
      expect(codeOf(await refresh(desk, second.refresh_token))).toBe('already_refreshed');
      expect(codeOf(await refresh(desk, first.refresh_token))).toBe('token_refused');
      expect(await whoIs(desk, third.access_token)).toBeNull();
    }),
  );

  it(
    'sent by two at once is exchanged once',
    withMona(async (desk) => {
      const { refresh_token } = await signedIn(desk);
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(desk, refresh_token)));
      const codes = answers.map((answer) => ('code' in answer ? answer.code : 'done')).sort();
      expect(codes).toEqual([...Array.from({ length: 7 }, () => 'already_refreshed'), 'done']);
    }),
  );

  it(
    'lives 30 days unused and the signing in 90 at most, to the millisecond',
    withMona(async (desk) => {
      const idle = await signedIn(desk);
      desk.clockMs = START_MS + 30 * DAY;
      expect(codeOf(await refresh(desk, idle.refresh_token))).toBe('token_refused');
      desk.clockMs = START_MS;
      let { refresh_token } = await signedIn(desk);
      for (const day of [29.9, 59.8, 89.7]) {
        desk.clockMs = START_MS + day * DAY;
        refresh_token = tokensOf(await refresh(desk, refresh_token)).refresh_token;
      }
      desk.clockMs = START_MS + 90 * DAY - 1;
      const last = tokensOf(await refresh(desk, refresh_token));
      expect(await whoIs(desk, last.access_token)).not.toBeNull();
      desk.clockMs = START_MS + 90 * DAY;
      expect(await whoIs(desk, last.access_token)).toBeNull();
      expect(codeOf(await refresh(desk, last.refresh_token))).toBe('token_refused');
    }),
  );

  it(
    'revoked takes every token of its signing in along; one that is none is answered alike',
    withMona(async (desk) => {
      const first = await signedIn(desk);
      const second = tokensOf(await refresh(desk, first.refresh_token));
      for (const refresh_token of [second.refresh_token, second.refresh_token, 'none of ours']) {
        expect(await desk.done('auth.revoke', { refresh_token })).toEqual({ revoked: true });
      }
      for (const { access_token } of [first, second]) expect(await whoIs(desk, access_token)).toBeNull();
      expect(codeOf(await refresh(desk, second.refresh_token))).toBe('token_refused');
    }),
  );

  it(
    'survives the clock stepping back',
    withMona(async (desk) => {
      const first = await signedIn(desk);
      const second = tokensOf(await refresh(desk, first.refresh_token));
      desk.clockMs = START_MS - HOUR;
      expect(codeOf(await refresh(desk, first.refresh_token))).toBe('already_refreshed');
      tokensOf(await refresh(desk, second.refresh_token));
    }),
  );
});
