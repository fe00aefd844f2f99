import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const OF_OTHERS = 0o077;

/** What a private file holds, or why it is not taken. */
export type PrivateText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  /** Others than its owner can read it. */
  | { readonly kind: 'exposed' }
  | { readonly kind: 'unreadable'; readonly code: string };

/**
 * Writes a file that only its owner can read: whole or not at all, whatever the umask, and on the disk when this
 * returns. `unique` tells it apart from what another process writes to the same place at the same time.
 */
export function writePrivateFile(path: string, text: string, unique: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${unique}.new`;
  const descriptor = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Reads a file with a secret in it; on Windows the folder of the user's profile keeps others out. */
export function readPrivateFile(path: string, platform: string): PrivateText {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    return unreadable(error);
  }
  try {
    if (platform !== 'win32' && (fstatSync(descriptor).mode & OF_OTHERS) !== 0) return { kind: 'exposed' };
    return { kind: 'text', text: readFileSync(descriptor, 'utf8') };
  } catch (error) {
    return unreadable(error);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a file, and sees to it that it stays removed. */
export function removePrivateFile(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}

/** Makes a folder that only its owner can enter; one that is there already is closed to others. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & OF_OTHERS) !== 0) chmodSync(folder, 0o700);
}

/** A new name in a folder is on the disk only when the folder is. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows opens no folders, and some file systems sync none; the file itself is synced.
  }
}

function unreadable(error: unknown): PrivateText {
  const code = (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
  return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'unreadable', code };
}
