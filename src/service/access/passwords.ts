import { Buffer } from 'node:buffer';
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** Makes and compares what is kept of passwords. Slow on purpose, so never within a transaction. */
export interface Passwords {
  /** What to keep of a new password: parameters, salt and hash as one text. */
  hash(password: string): Promise<string>;
  /** Whether a password is the one kept. With null it takes as long, and answers false. */
  fits(password: string, kept: string | null): Promise<boolean>;
}

/** More at once would let sign-ins fill the memory: each takes 128 MiB. */
const HASHES_AT_ONCE = 2;
/** More would wait longer than anybody does; they are told to come again. */
const MOST_WAITING = 64;

const LOG2_COST = 17;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Twice what the parameters above take: room for them to be raised once. */
const MOST_MEMORY_BYTES = 2 ** 28;

/** Compared with when there is nobody to compare with; no password has it. */
const NOBODY = kept(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** Too many wait for their password to be compared. */
export class PasswordsBusy extends Error {}

/** Passwords by scrypt (RFC 7914) with N = 2^17, r = 8, p = 1, over their UTF-8 in the normal form NFC. */
export function scryptPasswords(randomBytes: (size: number) => Uint8Array): Passwords {
  return {
    async hash(password) {
      const salt = Buffer.from(randomBytes(SALT_BYTES));
      return kept(salt, await inTurn(() => derived(password, salt, LOG2_COST, BLOCK_SIZE, PARALLELISM)));
    },
    async fits(password, keptText) {
      const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(keptText ?? NOBODY);
      if (parts === null) throw new Error('what is kept of a password is not readable');
      const [, cost, blockSize, parallelism, salt, hash] = parts as unknown as string[];
      const expected = Buffer.from(hash as string, 'base64');
      const actual = await inTurn(() =>
        derived(
          password,
          Buffer.from(salt as string, 'base64'),
          Number(cost),
          Number(blockSize),
          Number(parallelism),
        ),
      );
      const same = actual.length === expected.length && timingSafeEqual(actual, expected);
      return same && keptText !== null && password.isWellFormed();
    },
  };
}

function kept(salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=${LOG2_COST},r=${BLOCK_SIZE},p=${PARALLELISM}$${text(salt)}$${text(hash)}`;
}

function derived(password: string, salt: Buffer, ln: number, r: number, p: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: MOST_MEMORY_BYTES };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

const waiting: (() => void)[] = [];
let running = 0;

/** Runs `work` when fewer than a few run, in the order they came. Throws PasswordsBusy when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < HASHES_AT_ONCE) running += 1;
  else {
    if (waiting.length >= MOST_WAITING) throw new PasswordsBusy('too many passwords wait to be compared');
    // Whoever finishes hands the place on, so the count stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
