import { StoreError } from '../store-error.ts';
import { CommitUnconfirmed } from './late-commits.ts';

/** What kind of trouble a statement met, for those who repeat. */
export type Trouble =
  /** Two units in each other's way: the same unit, repeated whole, may well pass. */
  | 'conflict'
  /** A key that is there already: the unit, repeated whole, sees it. */
  | 'taken'
  /** The server is away, starts, ends, or may only be read: another connection may find it, or its successor. */
  | 'away'
  | 'other';

const CONFLICTS = new Set(['40001', '40P01']);
const AWAY = new Set([
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
]);
/** Messages of `pg` that come without a code. */
const AWAY_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|timeout expired|server closed the connection|Query read timeout)/;

/** The SQLSTATE of an error of the server, or the code of one of the network; empty for any other. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Tells what may be done about an error. */
export function troubleOf(error: unknown): Trouble {
  const code = codeOf(error);
  if (CONFLICTS.has(code)) return 'conflict';
  if (code === '23505') return 'taken';
  // No wait makes these better.
  if (isInsecure(error) || code === 'ENOTFOUND') return 'other';
  if (isReadOnly(error) || AWAY.has(code) || code.startsWith('08') || isDisconnection(error)) return 'away';
  return 'other';
}

/** Whether one side did not accept the certificate of the other, or the server has none. */
function isInsecure(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '') return error instanceof Error && /\bSSL\b/.test(error.message);
  return /^(?:ERR_(?:TLS|SSL|OSSL)|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_(?:CA|PURPOSE)|HOSTNAME_)/.test(
    code,
  );
}

/** Whether the server, or the session, takes nothing but reads. */
export function isReadOnly(error: unknown): boolean {
  // A standby begins no serializable transaction at all.
  return codeOf(error) === '25006' || (codeOf(error) === '0A000' && /standby/.test(String(error)));
}

/** Whether the role may not do what it was about to do. */
export function isForbidden(error: unknown): boolean {
  return codeOf(error) === '42501';
}

/** Whether the connection ended, so that nobody knows how far the server came. */
export function isDisconnection(error: unknown): boolean {
  const code = codeOf(error);
  // Of Node's own codes those of a connection that is no more: the others are faults of ours, and not to be repeated.
  if (/^(?:57P0|08|E(?!RR_)|ERR_(?:STREAM|SOCKET)_)/.test(code)) return true;
  return code === '' && error instanceof Error && AWAY_MESSAGES.test(error.message);
}

/** Turns what `pg` or the server threw about the ledger at `place` into a StoreError; others pass through. */
export function storeErrorFrom(error: unknown, place: string): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const more = { cause: error };
  const trouble = troubleOf(error);
  if (isInsecure(error)) {
    return new StoreError(
      'ledger_unreadable',
      `There is no secure connection to the server of the ledger ${place}: ${wordsOf(error)}.`,
      {
        ...more,
        hint: 'see that sslrootcert names the authority of its certificate, and the address a name the certificate has',
      },
    );
  }
  if (error instanceof CommitUnconfirmed) {
    return new StoreError(
      'ledger_unconfirmed',
      `The server of the ledger ${place} has not confirmed what was written: it or its standby may be away.`,
      {
        ...more,
        hint: 'it may still count: look before you repeat it, or repeat it with the same idempotency key',
      },
    );
  }
  if (isForbidden(error)) {
    return new StoreError('ledger_unwritable', `The ledger ${place} may only be read.`, {
      ...more,
      hint: 'give the address of a role that may write',
    });
  }
  if (isReadOnly(error)) {
    return new StoreError(
      'ledger_busy',
      `The server of the ledger ${place} may only be read at this moment.`,
      {
        ...more,
        hint: 'it may be a standby that takes over soon: try again in a moment, or give the address of the primary',
      },
    );
  }
  if (trouble === 'away') {
    return new StoreError('ledger_busy', `The server of the ledger ${place} does not answer.`, {
      ...more,
      hint: 'see whether PostgreSQL runs there, and try again in a moment',
    });
  }
  if (trouble === 'conflict' || code === '55P03' || code === '57014') {
    return new StoreError('ledger_busy', `Others are writing to the same part of the ledger ${place}.`, {
      ...more,
      hint: 'try again in a moment',
    });
  }
  if (code.startsWith('28') || code === 'ENOTFOUND' || /password|SASL/i.test(messageOf(error, code))) {
    return new StoreError('ledger_unreadable', `The ledger ${place} cannot be opened: ${wordsOf(error)}.`, {
      ...more,
      hint:
        code === 'ENOTFOUND'
          ? 'see whether the address has the name of the machine right'
          : 'see which password is given, and what pg_hba.conf of the server says of who may come, and how',
    });
  }
  if (code === '3D000') {
    return new StoreError('ledger_missing', `There is no database for the ledger ${place}.`, {
      ...more,
      hint: 'make one with createdb, then `loandesk ledger init`',
    });
  }
  if (code === '53100') {
    return new StoreError('ledger_disk_full', `The disk of the server of the ledger ${place} is full.`, {
      ...more,
      hint: 'nothing was written; free some space and try again',
    });
  }
  if (code.startsWith('XX') || code.startsWith('58')) {
    return new StoreError(
      'ledger_damaged',
      `The server cannot read the ledger ${place}: ${wordsOf(error)}.`,
      {
        ...more,
        hint: 'see the log of the server; keep its files as they are and restore a backup beside them',
      },
    );
  }
  return error;
}

/** What the connection itself says, without the server's word: only then it is about signing in. */
function messageOf(error: unknown, code: string): string {
  return code === '' && error instanceof Error ? error.message : '';
}

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Node adds what its users may do.
  return text.replace(/; if the root CA is installed .*/, '').replace(/[.\s]+$/, '');
}
