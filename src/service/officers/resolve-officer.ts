import { foldEmail } from '../../domain/officer.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { OfficerState } from '../../store/access-port.ts';
import type { ReadTx } from '../../store/port.ts';

/** Finds an officer by its number or its e-mail. */
export async function resolveOfficer(tx: ReadTx, text: string): Promise<OfficerState | Refusal> {
  const wanted = String(text).trim();
  const found = /^\d{1,9}$/.test(wanted)
    ? await tx.officers.byUserId(Number(wanted))
    : await tx.officers.byEmail(foldEmail(wanted));
  return found ?? refuse('officer_not_found', `there is no officer ${JSON.stringify(wanted.slice(0, 80))}`);
}
