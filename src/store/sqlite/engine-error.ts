import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../store-error.ts';

/** What better-sqlite3 throws, without loading it. */
function engineCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

/** The shared memory beside the ledger could not be made larger: the engine has no better word for a full disk. */
function saysDiskFull(code: string): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'].includes(code);
}

/** The engine's words for a file it could not make or write, whatever the reason. */
function mayMeanDiskFull(code: string): boolean {
  return code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_IOERR');
}

function isDiskFull(path: string): boolean {
  try {
    const { bavail, files, ffree } = statfsSync(dirname(path));
    return bavail === 0 || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
}

/** Turns what the engine or the file system threw about the ledger at `path` into a StoreError; others pass through. */
export function storeErrorFrom(error: unknown, path: string): unknown {
  const code = engineCode(error);
  if (code === null || error instanceof StoreError) return error;
  const more = { cause: error };
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new StoreError('ledger_busy', `Another program is writing to the ledger ${path}.`, {
      ...more,
      hint: 'try again in a moment',
    });
  }
  if (saysDiskFull(code) || (mayMeanDiskFull(code) && isDiskFull(path))) {
    return new StoreError('ledger_disk_full', `The disk that holds the ledger ${path} is full.`, {
      ...more,
      hint: 'nothing was written; free some space and try again',
    });
  }
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS') {
    return new StoreError('ledger_unwritable', `The ledger ${path} may only be read.`, {
      ...more,
      hint: 'check the permissions of the file and of its folder',
    });
  }
  if (code.startsWith('SQLITE_CANTOPEN') || ['EACCES', 'EPERM', 'EISDIR', 'ENOTDIR'].includes(code)) {
    return new StoreError('ledger_unreadable', `The ledger ${path} cannot be opened.`, {
      ...more,
      hint: 'check the permissions of the file and of its folder',
    });
  }
  if (code === 'SQLITE_NOTADB') return notALedger(path, error);
  if (code.startsWith('SQLITE_CORRUPT')) {
    return new StoreError('ledger_damaged', `The ledger ${path} is damaged.`, {
      ...more,
      hint: 'keep the file as it is and restore a backup beside it',
    });
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return new StoreError(
      'ledger_damaged',
      `The disk failed while the ledger ${path} was read or written.`,
      more,
    );
  }
  return error;
}

/** The refusal of a file that is something else. */
export function notALedger(path: string, cause?: unknown): StoreError {
  return new StoreError('ledger_not_a_ledger', `${path} is not a loandesk ledger.`, {
    cause,
    hint: 'give the path of a ledger, or of a file that does not exist yet',
  });
}
