import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { startWritingThread } from '../../src/server/writing-thread.ts';

const CALLER = { officer: null, address: '127.0.0.1', requestId: 'request-1' };
const SETUP = {
  place: { kind: 'ledger', path: '' },
  migrations: '',
  environment: {},
  givenBusinessDate: null,
  describedAs: '',
  osUser: '',
} as const;

/** Starts a thread that runs `program`, and removes the program whatever happens. */
async function withThread(
  program: string,
  test: (start: ReturnType<typeof startWritingThread>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-test-'));
  try {
    const path = join(folder, 'thread.mjs');
    writeFileSync(path, `import { parentPort } from 'node:worker_threads';\n${program}`);
    await test(startWritingThread(pathToFileURL(path), SETUP));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('says of what a lost thread had been given that its outcome is not known, and takes nothing more', async () => {
  await withThread(
    `parentPort.postMessage('open'); parentPort.on('message', () => { throw new Error('lost'); });`,
    async (start) => {
      const thread = await start;
      const given = thread.call(CALLER, 'payments.create', {}, {});
      expect(await given).toMatchObject({ ok: false, problem: { code: 'outcome_unknown' } });
      expect(await thread.lost).toMatchObject({ message: 'lost' });
      const later = await thread.call(CALLER, 'payments.create', {}, {});
      expect(later).toMatchObject({ ok: false, problem: { code: 'overloaded' } });
      await thread.stop();
    },
  );
});

it('tells why a thread does not start', async () => {
  await withThread(`throw new Error('no ledger');`, async (start) => {
    await expect(start).rejects.toThrow('no ledger');
  });
});

it('ends a thread that does not close within its time', async () => {
  await withThread(`parentPort.postMessage('open'); parentPort.on('message', () => {});`, async (start) => {
    const thread = await start;
    const given = thread.call(CALLER, 'payments.create', {}, {});
    await thread.stop();
    expect(await given).toMatchObject({ ok: false, problem: { code: 'outcome_unknown' } });
  });
});
