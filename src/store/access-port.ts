import type { Page, PageRequest } from './port.ts';
import type { AuditRecord, Instant } from './records.ts';

/** Somebody, or some machine, that may sign in. Never changed: what changes is an `OfficerChangeRecord`. */
export interface OfficerRecord {
  /** 1, 2, 3 … */
  readonly userId: number;
  /** As it was given. */
  readonly email: string;
  /** In the form two spellings of one address share; unique for ever. */
  readonly emailFolded: string;
  readonly name: string;
  /** Comma-separated, in alphabetical order. */
  readonly roles: string;
  readonly kind: 'person' | 'machine';
  readonly createdAt: Instant;
  readonly createdBy: string;
}

export interface OfficerChangeRecord {
  readonly userId: number;
  /** 1 for the officer's first. */
  readonly number: number;
  readonly kind: 'password' | 'disabled';
  /** Salt, parameters and hash; null unless it sets a password. */
  readonly passwordHash: string | null;
  readonly changedAt: Instant;
  readonly changedBy: string;
}

/** An officer as the changes have made it. */
export interface OfficerState extends OfficerRecord {
  /** null: no password was ever set, so nobody can sign in with one. */
  readonly passwordHash: string | null;
  readonly disabledAt: Instant | null;
  /** How many changes there are. */
  readonly changes: number;
}

/** One signing in with a password and what came of it. Times are milliseconds since 1970, UTC. */
export interface SignInRecord {
  readonly userId: number;
  readonly startedAtMs: number;
  /** No token of it lives longer. */
  readonly endsAtMs: number;
}

export interface TokenRecord {
  /** SHA-256 of the token, lower-case hex: the token itself is nowhere. */
  readonly hash: string;
  readonly signInId: number;
  readonly kind: 'access' | 'refresh';
  /** Place among the tokens of its kind of that signing in, from 1. */
  readonly number: number;
  readonly expiresAtMs: number;
}

/** A token with all that decides whether it is still good. */
export interface TokenState extends TokenRecord {
  readonly replacedAtMs: number | null;
  /** The number of the newest token of its kind of that signing in. */
  readonly newestNumber: number;
  readonly signInEndsAtMs: number;
  /** Set when the signing in was revoked, by anybody, for any reason. */
  readonly signInEndedAtMs: number | null;
  readonly officer: OfficerState;
}

/** What was answered to a call with an idempotency key. */
export interface KeptAnswer {
  /** Whose key it is. */
  readonly caller: string;
  readonly key: string;
  /** Of the request: the same key with another one is refused. */
  readonly fingerprint: string;
  readonly operation: string;
  /** The outcome, to be answered again byte for byte. */
  readonly answerJson: string;
  readonly keptAtMs: number;
}

/** An action that waits, or waited, for another person. */
export interface ApprovalRecord {
  readonly number: number;
  readonly operation: string;
  /** Id of what it is about. */
  readonly object: string;
  /** What was asked, as far as it must be the same; no secrets. */
  readonly contentJson: string;
  /** SHA-256 of operation and content, lower-case hex. */
  readonly contentHash: string;
  /** How many people must give it. */
  readonly needed: number;
  readonly createdAt: Instant;
  readonly createdBy: string;
  readonly policyVersion: number;
}

export interface ApprovalStepRecord {
  readonly approvalNumber: number;
  /** 1, 2, 3 … within the approval. */
  readonly number: number;
  /** `given`: one more person agrees. Each of the others ends the waiting; a `carried_out` one agrees too. */
  readonly kind: 'given' | 'carried_out' | 'withdrawn' | 'overtaken';
  /** Id of what carrying it out made, such as the loan of a decision. */
  readonly result: string | null;
  readonly doneAt: Instant;
  readonly doneBy: string;
}

export interface ApprovalState extends ApprovalRecord {
  /** In order. */
  readonly steps: readonly ApprovalStepRecord[];
}

/** One reading of the audit trail. */
export interface AuditReadRecord {
  readonly at: Instant;
  readonly actor: string;
  readonly osUser: string;
  readonly host: string;
  readonly channel: 'terminal' | 'http';
  readonly action: string;
  /** What was asked for, JSON. */
  readonly askedJson: string;
  readonly requestId: string;
}

/** An audit record with its place among all that is sealed. */
export type SealedAuditRecord = AuditRecord & { readonly sequence: number };

export interface AuditFilter {
  readonly action?: string;
  /** Id of anything it touches. */
  readonly object?: string;
  readonly actor?: string;
  /** Part of actor, action, object or outcome, folded. */
  readonly search?: string;
  /** Both inclusive. */
  readonly since?: Instant;
  readonly until?: Instant;
}

/** A change as the feed of events tells it; event n is the n-th change there ever was. */
export interface EventRecord {
  readonly sequence: number;
  readonly at: Instant;
  readonly actor: string;
  readonly action: string;
  readonly object: string;
  readonly afterJson: string | null;
  /** Of the loan its first object is, when it is one. */
  readonly applicationId: string | null;
}

/** Reads of who may do what and who did. */
export interface AccessReader {
  readonly officers: {
    byUserId(userId: number): Promise<OfficerState | null>;
    byEmail(emailFolded: string): Promise<OfficerState | null>;
    /** By number. */
    list(page: PageRequest): Promise<Page<OfficerState>>;
  };
  readonly tokens: {
    /** By SHA-256, lower-case hex. */
    byHash(hash: string): Promise<TokenState | null>;
  };
  readonly signInFailures: {
    /** Times of the failures later than `sinceMs`, oldest first, for the SHA-256 of a folded e-mail. */
    later(emailHash: string, sinceMs: number): Promise<readonly number[]>;
  };
  readonly keptAnswers: {
    byKey(caller: string, key: string): Promise<KeptAnswer | null>;
  };
  readonly approvals: {
    byNumber(number: number): Promise<ApprovalState | null>;
    /** Those of a content that still wait, oldest first. */
    waitingFor(contentHash: string): Promise<readonly ApprovalState[]>;
    /** All of one object, oldest first. */
    ofObject(object: string): Promise<readonly ApprovalState[]>;
    /** Newest first. */
    list(filter: { waiting: boolean }, page: PageRequest): Promise<Page<ApprovalState>>;
  };
  readonly audit: {
    /** Oldest first, or newest first. */
    list(
      filter: AuditFilter,
      page: PageRequest,
      order?: 'oldest' | 'newest',
    ): Promise<Page<SealedAuditRecord>>;
    /** The audit record sealed under a sequence; null when another thing is, or nothing. */
    bySequence(sequence: number): Promise<SealedAuditRecord | null>;
    /** Readings of the audit trail, newest first. */
    reads(page: PageRequest): Promise<Page<AuditReadRecord & { readonly number: number }>>;
    /** Changes after the first `after` of them, in order, `limit` at most. */
    events(after: number, limit: number): Promise<readonly EventRecord[]>;
  };
}

/** Facts of access; each is vouched for by the unit's audit record. */
export interface AccessInserts {
  officers(rows: readonly OfficerRecord[]): Promise<void>;
  officerChanges(rows: readonly OfficerChangeRecord[]): Promise<void>;
  approvals(rows: readonly ApprovalRecord[]): Promise<void>;
  approvalSteps(rows: readonly ApprovalStepRecord[]): Promise<void>;
  /** Not vouched for: it is apart from the audit trail. */
  auditReads(rows: readonly AuditReadRecord[]): Promise<void>;
}

/** What comes and goes: no facts, so nothing vouches for it. */
export interface AccessSession {
  /** Answers the number of the signing in. */
  startSignIn(row: SignInRecord): Promise<number>;
  addTokens(rows: readonly TokenRecord[]): Promise<void>;
  replaceToken(hash: string, atMs: number): Promise<void>;
  /** Ends a signing in with all its tokens; one that has ended keeps its time. */
  endSignIn(signInId: number, atMs: number): Promise<void>;
  /** Ends every signing in of an officer. */
  endSignInsOf(userId: number, atMs: number): Promise<void>;
  noteSignInFailure(emailHash: string, atMs: number): Promise<void>;
  /** Keeps an answer, in the place of one under its key that was kept before `overBeforeMs`. */
  keepAnswer(row: KeptAnswer, overBeforeMs: number): Promise<void>;
  /** Clears away a little of what is over: signings in that ended before, failures and answers older than. */
  forget(bounds: {
    readonly signInsBeforeMs: number;
    readonly failuresBeforeMs: number;
    readonly answersBeforeMs: number;
  }): Promise<void>;
}
