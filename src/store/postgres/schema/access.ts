import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, text, whole } from './column-types.ts';

/** People and machines that may sign in. What changes about them is in `officer_changes`. */
export const officers = pgTable(
  'officers',
  {
    userId: whole('user_id').primaryKey(),
    email: text('email').notNull(),
    emailFolded: text('email_folded').notNull().unique(),
    name: text('name').notNull(),
    /** Comma-separated, in alphabetical order. */
    roles: text('roles').notNull(),
    kind: text('kind').notNull(),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  () => [check('officers_kind', sql`kind IN ('person', 'machine')`)],
);

/** The password in force is that of the latest change that set one. */
export const officerChanges = pgTable(
  'officer_changes',
  {
    userId: whole('user_id')
      .notNull()
      .references(() => officers.userId),
    number: whole('number').notNull(),
    kind: text('kind').notNull(),
    /** With its salt and parameters, so that they can be raised later. */
    passwordHash: text('password_hash'),
    changedAt: text('changed_at').notNull(),
    changedBy: text('changed_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.number] }),
    check(
      'officer_changes_kind',
      sql`kind IN ('password', 'disabled') AND (kind = 'password') = (password_hash IS NOT NULL)`,
    ),
  ],
);

/** One signing in with a password, and all tokens that came of it. */
export const signIns = pgTable(
  'sign_ins',
  {
    /** Random: a counter would be a row all who sign in wait for. */
    signInId: whole('sign_in_id').primaryKey().default(sql`(random() * 4503599627370495)::bigint`),
    userId: whole('user_id')
      .notNull()
      .references(() => officers.userId),
    startedAtMs: whole('started_at_ms').notNull(),
    /** No token of it lives longer. */
    endsAtMs: whole('ends_at_ms').notNull(),
    endedAtMs: whole('ended_at_ms'),
  },
  (t) => [index('sign_ins_by_user').on(t.userId), index('sign_ins_by_end').on(t.endsAtMs)],
);

/** Only hashes: whoever reads the ledger cannot act as anybody. */
export const tokens = pgTable(
  'tokens',
  {
    hash: bytes('hash').primaryKey(),
    signInId: whole('sign_in_id')
      .notNull()
      .references(() => signIns.signInId),
    kind: text('kind').notNull(),
    /** Place among the tokens of its kind of one signing in, from 1. */
    number: whole('number').notNull(),
    expiresAtMs: whole('expires_at_ms').notNull(),
    replacedAtMs: whole('replaced_at_ms'),
  },
  (t) => [
    index('tokens_by_sign_in').on(t.signInId, t.kind, t.number),
    check('tokens_hash', sql`length(hash) = 32`),
    check('tokens_kind', sql`kind IN ('access', 'refresh')`),
  ],
);

/** Failures by the hash of the e-mail typed: a password typed into the wrong field is not kept. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    emailHash: bytes('email_hash').notNull(),
    atMs: whole('at_ms').notNull(),
  },
  (t) => [
    index('sign_in_failures_by_email').on(t.emailHash, t.atMs),
    index('sign_in_failures_by_age').on(t.atMs),
  ],
);

/** Answers kept for callers that ask again with the same key. */
export const keptAnswers = pgTable(
  'kept_answers',
  {
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    operation: text('operation').notNull(),
    answerJson: text('answer_json').notNull(),
    keptAtMs: whole('kept_at_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] }), index('kept_answers_by_age').on(t.keptAtMs)],
);

/** Actions that wait for another person. Whether one still does is in its steps. */
export const approvals = pgTable(
  'approvals',
  {
    number: whole('number').primaryKey(),
    operation: text('operation').notNull(),
    object: text('object').notNull(),
    contentJson: text('content_json').notNull(),
    /** SHA-256 of operation and content: the same call by another person is found by it. */
    contentHash: text('content_hash').notNull(),
    needed: whole('needed').notNull(),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    policyVersion: whole('policy_version').notNull(),
  },
  (t) => [
    index('approvals_by_content').on(t.contentHash),
    index('approvals_by_object').on(t.object),
    check('approvals_needed', sql`needed >= 2`),
  ],
);

/** Each approval given, and how the waiting ended. */
export const approvalSteps = pgTable(
  'approval_steps',
  {
    approvalNumber: whole('approval_number')
      .notNull()
      .references(() => approvals.number),
    number: whole('number').notNull(),
    kind: text('kind').notNull(),
    /** Id of what carrying it out made, such as the loan of a decision. */
    result: text('result'),
    doneAt: text('done_at').notNull(),
    doneBy: text('done_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.approvalNumber, t.number] }),
    check('approval_steps_kind', sql`kind IN ('given', 'carried_out', 'withdrawn', 'overtaken')`),
  ],
);

/** Who read the audit trail: apart from it, so that reading does not lengthen what is read. */
export const auditReads = pgTable('audit_reads', {
  /** Given by a function of the migration: the trail is read rarely enough to take turns. */
  number: whole('number').primaryKey().default(sql`next_audit_read()`),
  at: text('at').notNull(),
  actor: text('actor').notNull(),
  osUser: text('os_user').notNull(),
  host: text('host').notNull(),
  channel: text('channel').notNull(),
  action: text('action').notNull(),
  askedJson: text('asked_json').notNull(),
  requestId: text('request_id').notNull(),
});
