import type { AccessInserts, AccessSession } from '../access-port.ts';
import type { InsertFacts } from './insert-facts.ts';
import { loadedOnCall } from './loaded-on-call.ts';
import type { SqlConnection } from './sql-connection.ts';

const INSERTS = {
  officers: true,
  officerChanges: true,
  approvals: true,
  approvalSteps: true,
  auditReads: true,
} as const;
const SESSION = {
  startSignIn: true,
  addTokens: true,
  replaceToken: true,
  endSignIn: true,
  endSignInsOf: true,
  noteSignInFailure: true,
  keepAnswer: true,
  forget: true,
} as const;

/** Writers of access loaded when first called: what is booked at a terminal needs none of them. */
export function accessWritersOnCall(
  connection: SqlConnection,
  insertFacts: InsertFacts,
): { readonly inserts: AccessInserts; readonly session: AccessSession } {
  const load = () => import('./access-writer.ts');
  return {
    inserts: loadedOnCall(INSERTS, async () => (await load()).accessInserts(connection, insertFacts)),
    session: loadedOnCall(SESSION, async () => (await load()).accessSession(connection, () => null)),
  };
}
