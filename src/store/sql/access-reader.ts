import { ACCESS_FACT_FIELDS } from '../access-fact-fields.ts';
import type {
  AccessReader,
  ApprovalRecord,
  ApprovalState,
  ApprovalStepRecord,
  KeptAnswer,
  OfficerState,
  TokenState,
} from '../access-port.ts';
import type { Page } from '../port.ts';
import { auditReader } from './audit-reader.ts';
import { selectList } from './columns.ts';
import { query } from './dialect.ts';
import { condition, listPage } from './list-page.ts';
import type { SqlConnection } from './sql-connection.ts';

const OFFICER = `${selectList('o', ACCESS_FACT_FIELDS.officer)},
  (SELECT c.password_hash FROM officer_changes c WHERE c.user_id = o.user_id AND c.kind = 'password'
   ORDER BY c.number DESC LIMIT 1) AS "passwordHash",
  (SELECT min(c.changed_at) FROM officer_changes c WHERE c.user_id = o.user_id AND c.kind = 'disabled')
    AS "disabledAt",
  (SELECT count(*) FROM officer_changes c WHERE c.user_id = o.user_id) AS changes`;

const TOKEN = query(
  (d) => `SELECT ${d.hex('t.hash')} AS hash, t.sign_in_id AS "signInId", t.kind, t.number,
    t.expires_at_ms AS "expiresAtMs", t.replaced_at_ms AS "replacedAtMs",
    (SELECT max(n.number) FROM tokens n WHERE n.sign_in_id = t.sign_in_id AND n.kind = t.kind) AS "newestNumber",
    s.ends_at_ms AS "signInEndsAtMs", s.ended_at_ms AS "signInEndedAtMs", s.user_id AS "userId"
  FROM tokens t JOIN sign_ins s ON s.sign_in_id = t.sign_in_id WHERE t.hash = ${d.bytesOfHex}`,
);
const FAILURES = query(
  (d) => `SELECT at_ms AS "atMs" FROM sign_in_failures WHERE email_hash = ${d.bytesOfHex} AND at_ms > ?
  ORDER BY at_ms`,
);

const APPROVAL = selectList('a', ACCESS_FACT_FIELDS.approval);
const WAITING = `NOT EXISTS (SELECT 1 FROM approval_steps s
  WHERE s.approval_number = a.number AND s.kind <> 'given')`;

const STEPS = query(
  (d) => `SELECT ${selectList('s', ACCESS_FACT_FIELDS.approval_step)} FROM approval_steps s
  WHERE s.approval_number IN (SELECT value FROM ${d.eachNumber('w')}) ORDER BY s.approval_number, s.number`,
);

/** Reads of who may do what and who did. */
export function accessReader(connection: SqlConnection): AccessReader {
  const officer = async (where: string, value: unknown): Promise<OfficerState | null> =>
    (await connection.get<OfficerState>(`SELECT ${OFFICER} FROM officers o WHERE ${where}`, value)) ?? null;
  const withSteps = async (rows: readonly ApprovalRecord[]): Promise<ApprovalState[]> => {
    if (rows.length === 0) return [];
    const numbers = rows.map((row) => row.number);
    const steps = await connection.all<ApprovalStepRecord>(STEPS, JSON.stringify(numbers));
    const stepsOf = Map.groupBy(steps, (step) => step.approvalNumber);
    return rows.map((row) => ({ ...row, steps: stepsOf.get(row.number) ?? [] }));
  };
  const approvals = async (tail: string, value: unknown): Promise<ApprovalState[]> =>
    withSteps(
      await connection.all<ApprovalRecord>(`SELECT ${APPROVAL} FROM approvals a WHERE ${tail}`, value),
    );
  return {
    officers: {
      byUserId: async (userId) => officer('o.user_id = ?', userId),
      byEmail: async (emailFolded) => officer('o.email_folded = ?', emailFolded),
      list: async (page) =>
        listPage<OfficerState>(
          connection,
          { columns: OFFICER, from: 'officers o', orderBy: 'o.user_id' },
          [],
          page,
        ),
    },
    tokens: {
      byHash: async (hash) => {
        const row = await connection.get<Omit<TokenState, 'officer'> & { userId: number }>(TOKEN, hash);
        if (row === undefined) return null;
        const { userId, ...token } = row;
        const holder = await officer('o.user_id = ?', userId);
        if (holder === null) throw new Error(`a token belongs to officer ${userId}, who does not exist`);
        return { ...token, officer: holder };
      },
    },
    signInFailures: {
      later: async (emailHash, sinceMs) => {
        const rows = await connection.all<{ atMs: number }>(FAILURES, emailHash, sinceMs);
        return rows.map((row) => row.atMs);
      },
    },
    keptAnswers: {
      byKey: async (caller, key) =>
        (await connection.get<KeptAnswer>(
          `SELECT caller, key, fingerprint, operation, answer_json AS "answerJson", kept_at_ms AS "keptAtMs"
           FROM kept_answers WHERE caller = ? AND key = ?`,
          caller,
          key,
        )) ?? null,
    },
    approvals: {
      byNumber: async (number) => (await approvals('a.number = ?', number))[0] ?? null,
      waitingFor: async (contentHash) =>
        approvals(`a.content_hash = ? AND ${WAITING} ORDER BY a.number`, contentHash),
      ofObject: async (object) => approvals('a.object = ? ORDER BY a.number', object),
      list: async (filter, page): Promise<Page<ApprovalState>> => {
        const { totalCount, rows } = await listPage<ApprovalRecord>(
          connection,
          { columns: APPROVAL, from: 'approvals a', orderBy: 'a.number DESC' },
          condition(filter.waiting === true, WAITING),
          page,
        );
        return { totalCount, rows: await withSteps(rows) };
      },
    },
    audit: auditReader(connection),
  };
}
