import type { PendingWrite } from './client/pending-folder.ts';
import { rawRequest } from './client/raw-request.ts';
import { settleAll } from './client/settle-all.ts';
import { connect, pendingFolder, type RemoteSources } from './compose-remote.ts';
import type { PendingRoom, PendingRow, RawRoom } from './shell/remote-rooms.ts';
import type { CallSetup } from './shell/surroundings.ts';
import { usageProblem } from './shell/usage-problem.ts';

/** The pending writes of this user. */
export function openPendingRoom(setup: CallSetup, sources: RemoteSources): PendingRoom {
  const pending = pendingFolder(setup.settings.folders, sources);
  return {
    list: () => pending.list().map(rowOf),
    async settle(key) {
      if (key !== null && pending.find(key) === null) return { ok: false, problem: noSuchWrite(key) };
      if (pending.list().length === 0) return { ok: true, value: [] };
      const connection = connect(setup, sources);
      try {
        const settled = await settleAll(pending, connection.calls, sources.nowMs(), key);
        const value = settled.map(({ write, outcome, status, answer, why }) => ({
          key: write.key,
          operation: write.operation,
          about: write.about,
          sent_at: write.sentAt,
          outcome,
          status,
          answer,
          reason: why,
        }));
        return { ok: true, value };
      } finally {
        await connection.close();
      }
    },
    drop(key) {
      const found = pending.find(key);
      if (found !== null) pending.remove(key);
      return found === null ? null : rowOf(found);
    },
  };
}

/** Raw requests to the server of the call. */
export function openRawRoom(setup: CallSetup, sources: RemoteSources): RawRoom {
  const { calls, writes, close } = connect(setup, sources);
  return {
    send(method, path, body) {
      if (!/^\/[\x21-\x7e]*$/.test(path) || path.startsWith('//')) {
        const detail = `"${path}" is not a path on the server.`;
        const problem = usageProblem(detail, 'Write it like /api/v1/loans?status=overdue, percent-encoded.');
        return Promise.resolve({ ok: false, problem });
      }
      return rawRequest({ method, path, body }, calls, writes);
    },
    close,
  };
}

function rowOf(write: PendingWrite): PendingRow {
  const { key, server, operation, about, sentAt, method, path, body } = write;
  return {
    key,
    server,
    operation,
    about,
    sent_at: sentAt,
    method,
    path,
    request: body === null ? null : requestOf(body),
  };
}

function requestOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function noSuchWrite(key: string) {
  return { code: 'pending_not_found', detail: `There is no pending write "${key}".` };
}
