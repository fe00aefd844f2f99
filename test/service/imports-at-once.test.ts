import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../src/contract/backend.ts';
import type { Outcome } from '../../src/contract/problem.ts';
import { PlanKeeper } from '../../src/service/batches/plan-keeper.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import type { Store } from '../../src/store/port.ts';
import { PostgresServer } from '../postgres/server.ts';
import { LONG_TEST_MS, USUAL } from '../store/empty-ledger.ts';
import { openLedger } from '../store/temporary-ledger.ts';
import { openPostgres } from '../store/temporary-postgres.ts';
import { runningLoan, statementOf } from './bank-statements.ts';
import { Desk, OFFICER } from './desk.ts';
import { batchInput } from './payment-files.ts';

const ROUNDS = 6;
const ALL = { offset: 0, limit: null };

/** Where two import at once: two commands, two services, or one service twice. */
const PLACES = [
  ['two processes that keep their plans', { stores: 2, keepsPlans: true }],
  ['two services', { stores: 2, keepsPlans: false }],
  ['one service', { stores: 1, keepsPlans: false }],
] as const;

interface Place {
  readonly desk: Desk;
  readonly backends: readonly [Backend, Backend];
  readonly loanIds: readonly [string, string];
}

let server: PostgresServer | undefined;
let databases = 0;
afterAll(() => server?.stop());

/** On a server of this file's own: anybody's commit to any of its databases counts as a change to a plan. */
async function newDatabase(): Promise<string> {
  server ??= await PostgresServer.start();
  databases += 1;
  await server.sql(`CREATE DATABASE imports_${databases}`);
  return server.url(`imports_${databases}`);
}

async function inPlace(
  how: { readonly stores: number; readonly keepsPlans: boolean },
  test: (place: Place) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-imports-'));
  const url = USUAL === 'postgres' ? await newDatabase() : null;
  const open = () => (url === null ? openLedger(join(folder, 'ledger.db')) : openPostgres(url));
  const stores: Store[] = [];
  try {
    for (let count = 0; count < how.stores; count++) stores.push(await open());
    const [first, second = first] = stores as [Store, Store?];
    await foundLedger(first, OFFICER, '2026-03-01T12:00:00.000Z', 'founding');
    const desk = new Desk(first, '2026-03-01');
    const backendOn = (store: Store) =>
      localBackend({
        store,
        nowMs: () => desk.nowMs(),
        randomBytes: (size) => randomBytes(size),
        caller: OFFICER,
        givenBusinessDate: null,
        describedAs: 'ledger of the test',
        ...(how.keepsPlans ? { plans: new PlanKeeper() } : {}),
      });
    const loanIds = [(await runningLoan(desk)).loanId, (await runningLoan(desk, 'M-2')).loanId] as const;
    await test({ desk, backends: [backendOn(first), backendOn(second)], loanIds });
    expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    rmSync(folder, { recursive: true });
  }
}

async function plan(backend: Backend, text: string) {
  const answer = await backend.call('payment_batches.plan', await batchInput(text));
  if (!answer.ok) throw new Error(answer.problem.detail);
  return { batch_id: answer.value.batch_id, plan_digest: answer.value.plan_digest };
}

/**
 * Plans a file for each and posts both at once; who is told that its plan is another one now plans again and posts
 * what is left. Answers what they were told at first.
 */
async function bothAtOnce({ desk, backends }: Place, texts: readonly [string, string]) {
  // Sealing behind what was written before would be a change to the plans.
  await desk.store.read((tx) => tx.audit.bySequence(1));
  const asked = [await plan(backends[0], texts[0]), await plan(backends[1], texts[1])] as const;
  const post = async (backend: Backend, { batch_id, plan_digest }: (typeof asked)[0]) =>
    backend.call('payment_batches.post', { batch_id: batch_id as string, plan_digest });
  const answers = await Promise.all([post(backends[0], asked[0]), post(backends[1], asked[1])]);
  for (const [at, answer] of answers.entries()) {
    if (answer.ok) continue;
    const anew = await plan(backends[at] as Backend, texts[at] as string);
    if (anew.batch_id !== null) {
      expect(await post(backends[at] as Backend, anew)).toMatchObject({ ok: true });
    }
  }
  return answers.map(toldOf).sort();
}

function toldOf(answer: Outcome<unknown>): string {
  return answer.ok ? 'ok' : answer.problem.code;
}

function heldReferences({ store }: Desk): Promise<readonly (string | null)[]> {
  return store.read(async (tx) =>
    (await tx.receipts.held({}, ALL)).rows.map(({ bankReference }) => bankReference).sort(),
  );
}

const references = Array.from({ length: ROUNDS }, (_, round) => `X${round}`);

describe.each(PLACES)('imports at once by %s', (_name, how) => {
  it(
    'hold a row that both files have once',
    () =>
      inPlace(how, async (place) => {
        for (const [round, reference] of references.entries()) {
          const shared = { amount: '7.00', text: 'nobody', reference };
          const fileOf = (own: 0 | 1) => {
            const ofLoan = {
              amount: `${own + 1}.00`,
              text: place.loanIds[own],
              reference: `T${round}-${own}`,
            };
            return statementOf('10', `${1000 + 100 * round}.00`, [ofLoan, shared]);
          };
          expect(await bothAtOnce(place, [fileOf(0), fileOf(1)])).toEqual(['ok', 'plan_changed']);
        }
        expect(await heldReferences(place.desk)).toEqual(references);
        for (const loan_id of place.loanIds) {
          expect(await place.desk.done('loans.get', { loan_id })).toMatchObject({
            total_payments_made: ROUNDS,
          });
        }
      }),
    LONG_TEST_MS,
  );

  it(
    'book a receipt that the files have for two loans on one of them, and hold it of the other',
    () =>
      inPlace(how, async (place) => {
        for (const [round, reference] of references.entries()) {
          const fileOf = (own: 0 | 1) =>
            statementOf('10', `${1000 + 100 * round}.00`, [
              { amount: `${own + 1}.00`, text: place.loanIds[own], reference: `T${round}-${own}` },
              { amount: '7.00', text: place.loanIds[own], reference },
            ]);
          expect(await bothAtOnce(place, [fileOf(0), fileOf(1)])).toEqual(['ok', 'plan_changed']);
        }
        const loans = place.loanIds.map((loan_id) => place.desk.done('loans.get', { loan_id }));
        const made = (await Promise.all(loans)).map((loan) => loan.total_payments_made);
        expect(made.reduce((all, count) => all + count)).toBe(ROUNDS * 3);
        expect(await heldReferences(place.desk)).toEqual(references);
      }),
    LONG_TEST_MS,
  );

  it(
    'keep a file that books on no loan once',
    () =>
      inPlace(how, async (place) => {
        for (const [round, reference] of references.entries()) {
          const debit = { amount: '-3.00', text: 'fee', reference };
          const file = statementOf('10', `${1000 + round}.00`, [debit]);
          expect(await bothAtOnce(place, [file, file])).toEqual(['ok', 'plan_changed']);
        }
        expect(await place.desk.done('payment_batches.list', {})).toHaveLength(ROUNDS);
      }),
    LONG_TEST_MS,
  );

  it(
    'keep each row once while the import that had it is taken back',
    () =>
      inPlace(how, async (place) => {
        const { desk, backends } = place;
        for (const [round, reference] of references.entries()) {
          const shared = { amount: '7.00', text: 'nobody', reference };
          const before = await plan(backends[0], statementOf('10', `${1000 + round}.00`, [shared]));
          const batch_id = before.batch_id as string;
          expect(await backends[0].call('payment_batches.post', { ...before, batch_id })).toMatchObject({
            ok: true,
          });
          const file = statementOf('10', `${2000 + round}.00`, [
            shared,
            { amount: '-3.00', text: 'fee', reference: `T${round}` },
          ]);
          await desk.store.read((tx) => tx.audit.bySequence(1));
          const asked = await plan(backends[1], file);
          const [undone, posted] = await Promise.all([
            backends[0].call('payment_batches.undo', { batch_id, reason: 'the wrong file' }),
            backends[1].call('payment_batches.post', { ...asked, batch_id: asked.batch_id as string }),
          ]);
          expect(toldOf(undone)).toBe('ok');
          expect(['ok', 'plan_changed']).toContain(toldOf(posted));
          const anew = await plan(backends[1], file);
          expect(
            await backends[1].call('payment_batches.post', { ...anew, batch_id: anew.batch_id as string }),
          ).toMatchObject({ ok: true });
        }
        const { rows } = await desk.store.read((tx) => tx.receipts.held({ state: 'open' }, ALL));
        expect(rows.map(({ bankReference }) => bankReference).sort()).toEqual(references);
      }),
    LONG_TEST_MS,
  );
});
