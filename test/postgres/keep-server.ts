import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresServer } from './server.ts';

// Run as a program: node keep-server.ts FOLDER PID. Keeps one server for all tests of a run, and ends it when the run
// says so or is no longer there, however it ended.

const [folder, pid] = process.argv.slice(2);
if (folder === undefined || pid === undefined) throw new Error('usage: keep-server.ts FOLDER PID');

/** How often it looks whether the run is still there. */
const LOOK_MS = 200;

function isRunning(): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

function isWanted(): boolean {
  return isRunning() && existsSync(folder as string) && !existsSync(join(folder as string, 'stop'));
}

function tell(name: string, text: string): void {
  if (!existsSync(folder as string)) return;
  const path = join(folder as string, name);
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tell('stop', signal));
try {
  const server = await PostgresServer.start();
  try {
    tell('port', String(server.port));
    while (isWanted()) await sleep(LOOK_MS);
  } finally {
    await server.stop();
  }
} catch (error) {
  tell('fault', error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}
tell('ended', '');
if (!isRunning()) rmSync(folder, { recursive: true, force: true });
