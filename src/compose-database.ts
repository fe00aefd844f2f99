import type { LedgerMachine, LocalPlace, Opening } from './compose-ledger.ts';
import { databaseConnection } from './settings/database-connection.ts';
import { isSettingsFault } from './settings/settings-fault.ts';
import { ProblemThrown } from './shell/thrown.ts';
import { usageProblem } from './shell/usage-problem.ts';
import type { Store } from './store/port.ts';
import { StoreError } from './store/store-error.ts';

type DatabasePlace = Omit<Extract<LocalPlace, { kind: 'database' }>, 'because'>;

/** Opens a ledger kept in PostgreSQL, once the store behind it is there. */
export async function openDatabase(
  place: DatabasePlace,
  _opening: Opening,
  machine: LedgerMachine,
): Promise<Store> {
  const connection = databaseConnection(place.address, machine, () => machine.osUser());
  if (isSettingsFault(connection)) {
    throw new ProblemThrown(usageProblem(connection.message, connection.hint));
  }
  throw new StoreError('ledger_engine', `This loandesk cannot open ${place.shown} yet.`);
}
