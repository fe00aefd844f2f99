import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of its own that can be filled up. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it until `bytes` are left (about: whole blocks). */
  fillUntil(bytes: number): void;
  /** Gives the room back. */
  empty(): void;
  remove(): void;
}

/** Mounts a small disk in memory under `folder`; null where this machine does not let us. */
export function mountSmallDisk(folder: string, bytes: number): SmallDisk | null {
  const path = join(folder, 'disk');
  const filler = join(path, 'filler');
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return {
    path,
    fillUntil(left) {
      const file = openSync(filler, 'w');
      const block = Buffer.alloc(4096, 1);
      let size = 0;
      try {
        for (; statfsSync(path).bavail > 0; size += block.length) writeSync(file, block);
        ftruncateSync(file, Math.max(0, size - left));
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove: () => execFileSync('umount', [path]),
  };
}
