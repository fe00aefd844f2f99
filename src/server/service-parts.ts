import type { Backend } from '../contract/backend.ts';
import type { Role } from '../contract/operations.ts';

/** Whom a bearer token stands for. */
export interface SignedIn {
  readonly userId: number;
  readonly email: string;
  readonly roles: readonly Role[];
}

/** Who asks over HTTP, and from where. */
export interface HttpCaller {
  /** null: one of the few operations that need no bearer. */
  readonly officer: SignedIn | null;
  /** The other end of the connection. */
  readonly address: string;
  readonly requestId: string;
}

/** What the service needs from outside; `compose.ts` makes the real ones, tests make others. */
export interface ServiceParts {
  /** The operations as one caller may use them; a sent file they take as its bytes. Its `close` is never called. */
  backendFor(caller: HttpCaller): Backend;
  /** null: no token of ours, or one that has ended. */
  authenticate(token: string): Promise<SignedIn | null>;
  /** Whether the ledger answers, and can be written to. */
  isReady(): Promise<boolean>;
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Milliseconds of a clock that never steps, to measure with. */
  ticksMs(): number;
  newRequestId(): string;
  /** Writes lines to the log. */
  writeLog(lines: string): void;
  /** Writes that wait for their turn. */
  writesWaiting?(): number;
  /** Connections that reads are made over, where the ledger is on a server. */
  connections?(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** null: no limit. */
  readonly requestsPerMinute: number | null;
  readonly signInsPerMinute: number | null;
  readonly tls: { readonly cert: Uint8Array; readonly key: Uint8Array } | null;
}
