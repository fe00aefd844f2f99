import type { Deps } from '../../shell/command-definition.ts';

/** Where the ledger of the call would be, when there is none; null when there is one. */
export async function missingLedgerPath(deps: Deps): Promise<string | null> {
  const path = await deps.rooms.ledgerFile().pathToFound();
  return typeof path === 'string' ? path : null;
}
