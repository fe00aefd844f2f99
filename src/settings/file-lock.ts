import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What a lock needs to know of the machine; given as arguments so that tests can be any machine. */
export interface LockParts {
  nowMs(): number;
  /** Number of this process. */
  readonly processId: number;
  /** Whether a process of this machine is running. */
  isRunning(processId: number): boolean;
}

/** A holder touches its lock this often. */
const HEARTBEAT_MS = 1_000;
/** A lock nobody touched for this long is left over: its holder was killed, or sleeps with the machine. */
const LEFT_OVER_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/** A lock file held by this process. */
export interface HeldLock {
  release(): void;
}

/** Takes a lock if it is free or left over by a process that is gone; null while another process holds it. */
export function tryLock(path: string, parts: LockParts): HeldLock | null {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!create(path, parts)) {
    if (!isLeftOver(path, parts)) return null;
    // Only one process at a time may clear a lock away, or the second would clear the first one's new lock.
    const clearing = `${path}.clearing`;
    if (!create(clearing, parts)) {
      if (isLeftOver(clearing, parts)) rmSync(clearing, { force: true });
      return null;
    }
    try {
      if (isLeftOver(path, parts)) rmSync(path, { force: true });
      if (!create(path, parts)) return null;
    } finally {
      rmSync(clearing, { force: true });
    }
  }
  const heartbeat = setInterval(() => touch(path, parts), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      rmSync(path, { force: true });
    },
  };
}

/** Waits for a lock; null when it was not free within `waitMs`. */
export async function waitForLock(path: string, parts: LockParts, waitMs: number): Promise<HeldLock | null> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const held = tryLock(path, parts);
    if (held !== null || waited >= waitMs) return held;
    await pause(LOOK_AGAIN_MS);
  }
}

function create(path: string, { processId }: LockParts): boolean {
  try {
    writeFileSync(path, `${processId}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** True also when the lock has just gone: whoever asks then tries to take it. */
function isLeftOver(path: string, parts: LockParts): boolean {
  try {
    const ageMs = parts.nowMs() - statSync(path).mtimeMs;
    const holder = Number.parseInt(readFileSync(path, 'utf8'), 10);
    if (ageMs > LEFT_OVER_MS) return true;
    // Just made, and not written yet.
    if (Number.isNaN(holder)) return false;
    return !parts.isRunning(holder);
  } catch {
    return true;
  }
}

function touch(path: string, { nowMs }: LockParts): void {
  try {
    const seconds = nowMs() / 1_000;
    utimesSync(path, seconds, seconds);
  } catch {
    // Cleared away by somebody who took this process for dead; what it protects bears that.
  }
}
