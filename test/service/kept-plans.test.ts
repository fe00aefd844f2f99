import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../src/contract/backend.ts';
import { PlanKeeper } from '../../src/service/batches/plan-keeper.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import type { Store } from '../../src/store/port.ts';
import { PostgresServer } from '../postgres/server.ts';
import { USUAL } from '../store/empty-ledger.ts';
import { openLedger } from '../store/temporary-ledger.ts';
import { openPostgres } from '../store/temporary-postgres.ts';
import { Desk, OFFICER } from './desk.ts';
import { disbursed, paymentInput } from './desk-loans.ts';
import { batchInput, ownCsv } from './payment-files.ts';

/** A ledger in a file or on a server, as a command has it: a plan waits in the process. `looked` counts loans looked up. */
interface Place {
  readonly desk: Desk;
  readonly backend: Backend;
  readonly loanId: string;
  /** Units begun and loans read since the last time somebody asked. */
  reads(): number;
}

function inPlace(test: (place: Place) => Promise<void>) {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loandesk-plans-'));
    const store = await (USUAL === 'sqlite' ? openLedger(join(folder, 'ledger.db')) : onOwnServer());
    try {
      await foundLedger(store, OFFICER, '2026-03-01T12:00:00.000Z', 'founding');
      const desk = new Desk(store, '2026-03-01');
      const { loanId } = await disbursed(desk);
      desk.today = '2026-06-30';
      let reads = 0;
      const counting: Store = {
        ...store,
        write: (unit, how) =>
          store.write((tx) => {
            const loans = {
              ...tx.loans,
              byIds: (ids: readonly string[]) => {
                reads += 1;
                return tx.loans.byIds(ids);
              },
            };
            return unit({ ...tx, loans });
          }, how),
      };
      const backend = localBackend({
        store: counting,
        nowMs: () => desk.nowMs(),
        randomBytes: (size) => desk.randomBytes(size),
        caller: OFFICER,
        givenBusinessDate: null,
        describedAs: 'ledger of the test',
        plans: new PlanKeeper(),
      });
      // Sealing behind what the desk did would be a change.
      await store.read((tx) => tx.audit.bySequence(1));
      const asked = () => {
        const count = reads;
        reads = 0;
        return count;
      };
      await test({ desk, backend, loanId, reads: asked });
    } finally {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  };
}

let server: PostgresServer | undefined;
let databases = 0;
afterAll(() => server?.stop());

/** On a server of this file's own: anybody's commit to any of its databases counts as a change. */
async function onOwnServer(): Promise<Store> {
  server ??= await PostgresServer.start();
  databases += 1;
  await server.sql(`CREATE DATABASE plans_${databases}`);
  return openPostgres(server.url(`plans_${databases}`));
}

async function plan({ backend }: Place, text: string) {
  const answer = await backend.call('payment_batches.plan', await batchInput(text));
  if (!answer.ok) throw new Error(answer.problem.detail);
  return { batch_id: answer.value.batch_id as string, plan_digest: answer.value.plan_digest };
}

describe('a plan that waits in the process', () => {
  it(
    'is posted as it is when nobody has written meanwhile: nothing is planned twice',
    inPlace(async (place) => {
      const asked = await plan(place, ownCsv([place.loanId, '500', '2026-04-02']));
      place.reads();
      const posted = await place.backend.call('payment_batches.post', asked);
      expect(posted).toMatchObject({ ok: true, value: { verdict: 'done', batch_id: asked.batch_id } });
      expect(place.reads()).toBe(0);
      expect(await place.desk.done('ledger.verify', {})).toMatchObject({ ok: true });
    }),
  );

  it(
    'is made again when somebody has, and posted when it is the same',
    inPlace(async (place) => {
      const asked = await plan(place, ownCsv([place.loanId, '500', '2026-04-02']));
      place.reads();
      await place.desk.done('loans.add_note', { loan_id: place.loanId, text: 'called' });
      expect(await place.backend.call('payment_batches.post', asked)).toMatchObject({ ok: true });
      expect(place.reads()).toBeGreaterThan(0);
    }),
  );

  it(
    'is refused when it is another one then, and the file can be planned anew',
    inPlace(async (place) => {
      const file = ownCsv([place.loanId, '500', '2026-04-02']);
      const asked = await plan(place, file);
      const earlier = paymentInput(place.desk, place.loanId, 100, { payment_date: '2026-03-20' });
      await place.desk.done('payments.create', earlier);
      expect(await place.backend.call('payment_batches.post', asked)).toMatchObject({
        ok: false,
        problem: { code: 'plan_changed' },
      });
      const anew = await plan(place, file);
      expect(await place.backend.call('payment_batches.post', anew)).toMatchObject({ ok: true });
    }),
  );

  it(
    'is not posted under another digest, nor another plan under its id',
    inPlace(async (place) => {
      const asked = await plan(place, ownCsv([place.loanId, '500', '2026-04-02']));
      const other = { ...asked, plan_digest: '0'.repeat(64) };
      expect(await place.backend.call('payment_batches.post', other)).toMatchObject({
        problem: { code: 'plan_changed' },
      });
      await plan(place, ownCsv([place.loanId, '600', '2026-04-02']));
      expect(await place.backend.call('payment_batches.post', asked)).toMatchObject({
        problem: { code: 'plan_not_found' },
      });
    }),
  );
});
