import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { platform } from 'node:os';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../store-error.ts';
import { storeErrorFrom } from './engine-error.ts';

/**
 * File system magic numbers (Linux statfs(2)) where several machines may see one file: their locks and shared
 * memory do not hold what WAL needs.
 */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x01161970, 'GFS2'],
]);

/** Answers the statfs magic number of the file system that holds a folder. */
export type FileSystemType = (folder: string) => number;

const readFileSystemType: FileSystemType = (folder) => statfsSync(folder).type;

/** Throws `ledger_network_fs` when the folder of `path` is on a network file system. Only Linux can tell. */
export function refuseNetworkFileSystem(path: string, typeOf: FileSystemType = readFileSystemType): void {
  if (platform() !== 'linux') return;
  const name = NETWORK_FILE_SYSTEMS.get(typeOf(nearestFolder(path)) >>> 0);
  if (name === undefined) return;
  throw new StoreError('ledger_network_fs', `The ledger ${path} is on a network file system (${name}).`, {
    hint: 'keep the ledger on a local disk and share it with `loandesk serve`',
  });
}

/** The folder the file is in, or the nearest above it that exists. */
function nearestFolder(path: string): string {
  let folder = dirname(resolve(path));
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** Size of the ledger file in bytes, null when there is none. Throws a StoreError for what is not a readable file. */
export function ledgerFileBytes(path: string): number | null {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) {
      throw new StoreError('ledger_not_a_ledger', `${path} is not a file.`, {
        hint: 'give the path of a ledger file',
      });
    }
    return stats.size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw storeErrorFrom(error, path);
  }
}

/** Makes an empty file only its owner may read, and its folder likewise when that is missing. */
export function createLedgerFile(path: string): void {
  try {
    mkdirSync(dirname(resolve(path)), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    // Another process was first: its file serves as well.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw storeErrorFrom(error, path);
  }
}

/** Whether the file system lets us write the ledger file. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
