import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeptAnswer } from '../../src/store/access-port.ts';
import type { Store } from '../../src/store/port.ts';
import { approval, approvalStep, officer, officerChange, openAccess, token } from './access-fixtures.ts';
import type { OpenedStore } from './conformance.ts';
import { auditRecord, openLoan } from './ledger-fixtures.ts';

const ALL = { offset: 0, limit: null };
const LATER = '2026-03-02T12:00:00.000Z';
const NOTHING = { signInsBeforeMs: 0, failuresBeforeMs: 0, answersBeforeMs: 0 };

/** What every store behind the port must do with officers, tokens, kept answers, approvals and the audit trail. */
export function describeAccessStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: the access port`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    it('keeps officers with what became of them', async () => {
      await store.write(async (tx) => {
        await tx.insert.officers([officer(1, 'Mona@Bank.example'), officer(2, 'omar@bank.example')]);
        await tx.insert.officerChanges([officerChange(1, 1)]);
        await tx.insert.audit(auditRecord('officers.add', '1'));
      });
      await store.write(async (tx) => {
        await tx.insert.officerChanges([
          officerChange(1, 2, { passwordHash: 'newer' }),
          officerChange(1, 3, { kind: 'disabled', passwordHash: null, changedAt: LATER }),
        ]);
        await tx.insert.audit(auditRecord('officers.disable', '1'));
      });
      await store.read(async (tx) => {
        const mona = {
          ...officer(1, 'Mona@Bank.example'),
          passwordHash: 'newer',
          disabledAt: LATER,
          changes: 3,
        };
        expect(await tx.officers.byEmail('mona@bank.example')).toEqual(mona);
        expect(await tx.officers.byUserId(1)).toEqual(mona);
        expect(await tx.officers.byUserId(2)).toMatchObject({
          passwordHash: null,
          disabledAt: null,
          changes: 0,
        });
        expect(await tx.officers.byUserId(3)).toBeNull();
        const page = await tx.officers.list({ offset: 1, limit: 1 });
        expect([page.totalCount, ...page.rows.map((row) => row.userId)]).toEqual([2, 2]);
      });
    });

    it('knows an e-mail once, and no fact of access without an audit record', async () => {
      await store.write(openAccess);
      const twice = store.write(async (tx) => {
        await tx.insert.officers([officer(2, 'MONA@bank.example')]);
        await tx.insert.audit(auditRecord('officers.add', '2'));
      });
      await expect(twice).rejects.toThrow();
      for (const insert of [
        (tx: Parameters<typeof openAccess>[0]) => tx.insert.officers([officer(2, 'omar@bank.example')]),
        (tx: Parameters<typeof openAccess>[0]) => tx.insert.officerChanges([officerChange(1, 2)]),
        (tx: Parameters<typeof openAccess>[0]) => tx.insert.approvals([approval(2)]),
        (tx: Parameters<typeof openAccess>[0]) => tx.insert.approvalSteps([approvalStep(1, 2)]),
      ]) {
        await expect(store.write(insert)).rejects.toThrow('without an audit record');
      }
    });

    it('finds a token by its hash with its signing in and its officer', async () => {
      await store.write(openAccess);
      const signInId = await store.write(async (tx) => {
        const id = await tx.session.startSignIn({ userId: 1, startedAtMs: 1_000, endsAtMs: 9_000 });
        await tx.session.addTokens([token('a', id), token('b', id, { kind: 'access', number: 4 })]);
        return id;
      });
      await store.write(async (tx) => {
        await tx.session.addTokens([token('c', signInId, { number: 2 })]);
        await tx.session.replaceToken('a'.repeat(64), 1_500);
        await tx.session.replaceToken('a'.repeat(64), 1_700);
      });
      await store.read(async (tx) => {
        expect(await tx.tokens.byHash('a'.repeat(64))).toMatchObject({
          ...token('a', signInId),
          replacedAtMs: 1_500,
          newestNumber: 2,
          signInEndsAtMs: 9_000,
          signInEndedAtMs: null,
          officer: { userId: 1, roles: 'officer,servicing' },
        });
        expect(await tx.tokens.byHash('b'.repeat(64))).toMatchObject({ newestNumber: 4, replacedAtMs: null });
        expect(await tx.tokens.byHash('d'.repeat(64))).toBeNull();
      });
    });

    it('ends one signing in, or all of an officer, and keeps the time it ended first', async () => {
      await store.write(openAccess);
      const [first = 0, second = 0] = await store.write(async (tx) => {
        const ids = [];
        for (const letter of ['a', 'b']) {
          const id = await tx.session.startSignIn({ userId: 1, startedAtMs: 1, endsAtMs: 9_000 });
          await tx.session.addTokens([token(letter, id)]);
          ids.push(id);
        }
        return ids;
      });
      expect(first).not.toBe(second);
      await store.write((tx) => tx.session.endSignIn(first, 10));
      await store.write((tx) => tx.session.endSignInsOf(1, 20));
      const ended = (letter: string) =>
        store.read(async (tx) => (await tx.tokens.byHash(letter.repeat(64)))?.signInEndedAtMs);
      expect([await ended('a'), await ended('b')]).toEqual([10, 20]);
    });

    it('remembers failures by e-mail and answers by caller and key, also when opened again', async () => {
      const answer: KeptAnswer = {
        caller: 'officer 1',
        key: 'k'.repeat(16),
        fingerprint: 'f1',
        operation: 'payments.create',
        answerJson: '{"ok":true,"value":{"a":1.50}}',
        keptAtMs: 5_000,
      };
      await store.write(async (tx) => {
        await openAccess(tx);
        for (const atMs of [300, 100, 200]) await tx.session.noteSignInFailure('aa'.repeat(32), atMs);
        await tx.session.noteSignInFailure('bb'.repeat(32), 250);
        await tx.session.keepAnswer(answer, 0);
      });
      const again = opened.reopen === null ? store : await opened.reopen();
      await again.read(async (tx) => {
        expect(await tx.signInFailures.later('aa'.repeat(32), 100)).toEqual([200, 300]);
        expect(await tx.signInFailures.later('cc'.repeat(32), 0)).toEqual([]);
        expect(await tx.keptAnswers.byKey('officer 1', 'k'.repeat(16))).toEqual(answer);
        expect(await tx.keptAnswers.byKey('officer 2', 'k'.repeat(16))).toBeNull();
      });
      await again.write((tx) =>
        tx.session.keepAnswer({ ...answer, fingerprint: 'f2', keptAtMs: 9_000 }, 5_001),
      );
      expect((await again.read((tx) => tx.keptAnswers.byKey('officer 1', answer.key)))?.fingerprint).toBe(
        'f2',
      );
    });

    it('clears away what is over and nothing else', async () => {
      await store.write(openAccess);
      await store.write(async (tx) => {
        for (const [letter, endsAtMs] of [
          ['a', 100],
          ['b', 200],
        ] as const) {
          const id = await tx.session.startSignIn({ userId: 1, startedAtMs: 1, endsAtMs });
          await tx.session.addTokens([token(letter, id)]);
        }
        await tx.session.noteSignInFailure('aa'.repeat(32), 100);
        await tx.session.noteSignInFailure('aa'.repeat(32), 200);
        for (const keptAtMs of [100, 200]) {
          const key = `key-${keptAtMs}-of-the-test`;
          const answer = { fingerprint: 'f', operation: 'o', answerJson: '{}' };
          await tx.session.keepAnswer({ caller: 'x', key, ...answer, keptAtMs }, 0);
        }
      });
      await store.write((tx) => tx.session.forget(NOTHING));
      expect(await store.read((tx) => tx.signInFailures.later('aa'.repeat(32), 0))).toHaveLength(2);
      await store.write((tx) =>
        tx.session.forget({ signInsBeforeMs: 150, failuresBeforeMs: 150, answersBeforeMs: 150 }),
      );
      await store.read(async (tx) => {
        expect(await tx.tokens.byHash('a'.repeat(64))).toBeNull();
        expect(await tx.tokens.byHash('b'.repeat(64))).not.toBeNull();
        expect(await tx.signInFailures.later('aa'.repeat(32), 0)).toEqual([200]);
        expect(await tx.keptAnswers.byKey('x', 'key-100-of-the-test')).toBeNull();
        expect(await tx.keptAnswers.byKey('x', 'key-200-of-the-test')).not.toBeNull();
      });
    });

    it('tells which approvals wait', async () => {
      await store.write(openAccess);
      await store.write(async (tx) => {
        await tx.insert.approvals([approval(2, { object: 'APP-B', contentHash: 'cd'.repeat(32) })]);
        await tx.insert.approvalSteps([approvalStep(2, 1)]);
        await tx.insert.audit(auditRecord('decisions.create', 'APP-B'));
      });
      const numbers = async (waiting: boolean) =>
        (await store.read((tx) => tx.approvals.list({ waiting }, ALL))).rows.map((row) => row.number);
      expect([await numbers(true), await numbers(false)]).toEqual([
        [2, 1],
        [2, 1],
      ]);
      await store.write(async (tx) => {
        await tx.insert.approvalSteps([approvalStep(2, 2, { kind: 'withdrawn', doneBy: 'omar' })]);
        await tx.insert.audit(auditRecord('approvals.withdraw', '2'));
      });
      expect([await numbers(true), await numbers(false)]).toEqual([[1], [2, 1]]);
      await store.read(async (tx) => {
        expect(await tx.approvals.waitingFor('cd'.repeat(32))).toEqual([]);
        expect(await tx.approvals.waitingFor('ab'.repeat(32))).toEqual([
          { ...approval(1), steps: [approvalStep(1, 1)] },
        ]);
        expect((await tx.approvals.ofObject('APP-B')).map((one) => one.steps.length)).toEqual([2]);
        expect((await tx.approvals.byNumber(2))?.steps.at(-1)).toMatchObject({
          kind: 'withdrawn',
          doneBy: 'omar',
        });
        expect(await tx.approvals.byNumber(9)).toBeNull();
      });
    });

    it('reads the audit trail either way round, by time, by sequence, and who read it', async () => {
      await store.write(openAccess);
      await store.write(async (tx) => {
        await openLoan(tx, 'A');
        await tx.insert.audit(auditRecord('policy.set', 'default_days', { at: LATER }));
      });
      await store.read(async (tx) => {
        const actions = async (...of: Parameters<typeof tx.audit.list>) =>
          (await tx.audit.list(...of)).rows.map((row) => row.action);
        expect(await actions({}, ALL)).toEqual(['officers.add', 'applications.decide', 'policy.set']);
        expect(await actions({}, { offset: 0, limit: 1 }, 'newest')).toEqual(['policy.set']);
        expect(await actions({ since: LATER }, ALL)).toEqual(['policy.set']);
        expect(await actions({ until: '2026-03-01T12:00:00.000Z', action: 'officers.add' }, ALL)).toEqual([
          'officers.add',
        ]);
        const [, decided] = (await tx.audit.list({}, ALL)).rows;
        expect(await tx.audit.bySequence(decided?.sequence ?? 0)).toEqual(decided);
        // The sequence before it is the entry of the disbursement.
        expect(await tx.audit.bySequence((decided?.sequence ?? 0) - 1)).toBeNull();
        expect((await tx.audit.reads(ALL)).rows).toMatchObject([{ number: 1, action: 'audit.list' }]);
      });
    });

    it('tells changes as events without a gap: neither refusals nor signings in nor readings', async () => {
      await store.write(async (tx) => {
        await openLoan(tx, 'A');
        await tx.insert.audit(auditRecord('payments.create', 'LN-A', { outcome: 'overpayment' }));
        await tx.insert.audit(auditRecord('auth.token', '1'));
        await tx.insert.audit(auditRecord('users.list', '3 users'));
        await tx.insert.audit(auditRecord('payments.create', 'LN-A'));
        await tx.insert.audit(auditRecord('policy.set', 'default_days'));
      });
      const events = (after: number, limit: number) => store.read((tx) => tx.audit.events(after, limit));
      expect((await events(0, 9)).map((one) => [one.sequence, one.action, one.applicationId])).toEqual([
        [1, 'applications.decide', null],
        [2, 'payments.create', 'APP-A'],
        [3, 'policy.set', null],
      ]);
      expect((await events(1, 1)).map((one) => one.sequence)).toEqual([2]);
      expect(await events(3, 9)).toEqual([]);
    });
  });
}
