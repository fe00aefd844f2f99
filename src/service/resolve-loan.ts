import { type IdKind, looksLikeId, nearbyIds, parseId } from '../domain/identifiers.ts';
import { foldAlias } from '../domain/loan-alias.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';
import type { LoanDossier, ReadTx } from '../store/port.ts';
import type { ApplicationRecord } from '../store/records.ts';

/** Finds a loan by its id, the id of its application or an alias; refuses mistyped and unknown ids. */
export async function resolveLoan(tx: ReadTx, text: string): Promise<LoanDossier | Refusal> {
  if (looksLikeId(text) === 'application') {
    const id = await checkedId(tx, 'application', text);
    if (isRefusal(id)) return id;
    const [dossier] = await tx.loans.byApplicationIds([id]);
    if (dossier) return dossier;
    const [application] = await tx.applications.byIds([id]);
    return application
      ? refuse('loan_not_found', `application ${id} is ${application.status} and has no loan`, {
          hint: `A loan is made by an approval: loandesk decide ${id} --approve`,
        })
      : refuse('application_not_found', `there is no application ${id}`);
  }
  const id = await checkedId(tx, 'loan', text);
  const loanId = isRefusal(id) ? await loanIdOfAlias(tx, text) : id;
  if (loanId === null) return id as Refusal;
  const [dossier] = await tx.loans.byIds([loanId]);
  return dossier ?? refuse('loan_not_found', `there is no loan ${loanId}`);
}

async function loanIdOfAlias(tx: ReadTx, text: string): Promise<string | null> {
  const [alias] = await tx.aliases.byFolded([foldAlias(text)]);
  return alias?.loanId ?? null;
}

/** Finds an application by its id. */
export async function resolveApplication(tx: ReadTx, text: string): Promise<ApplicationRecord | Refusal> {
  const id = await checkedId(tx, 'application', text);
  if (isRefusal(id)) return id;
  const [application] = await tx.applications.byIds([id]);
  return application ?? refuse('application_not_found', `there is no application ${id}`);
}

/** Checks the form of an id; for a mistyped one the hint names the nearest that exists. */
export async function checkedId(
  tx: ReadTx,
  kind: Extract<IdKind, 'application' | 'loan' | 'disbursement' | 'payment' | 'merchant'>,
  text: string,
): Promise<string | Refusal> {
  const id = parseId(kind, text);
  if (!isRefusal(id) || id.code !== 'id_mistyped') return id;
  const [nearest] = await tx.ids.existing(kind, nearbyIds(kind, text));
  return nearest === undefined ? id : { ...id, hint: `Did you mean ${nearest}?` };
}
