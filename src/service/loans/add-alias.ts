import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { aliasFault, foldAlias } from '../../domain/loan-alias.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { resolveLoan } from '../resolve-loan.ts';

const LONGEST_ALIAS = 64;

/** Gives a loan another name, which serves wherever its id does. The same once more changes nothing. */
export const handle: WriteHandler<
  OperationInput<'loans.add_alias'>,
  OperationOutput<'loans.add_alias'>
> = async (tx, input, call) => {
  const reader = new FieldReader({ alias: input.alias });
  reader.require(['alias']);
  const alias = reader.token('alias', LONGEST_ALIAS);
  const fault = alias === null ? null : aliasFault(alias);
  if (fault !== null) reader.fault('alias', 'invalid_alias', fault);
  const faults = reader.refusal();
  if (faults !== null || alias === null) return faults ?? Promise.reject(new Error('a fault was not noted'));
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const { loanId } = dossier.loan;
  const aliasFolded = foldAlias(alias);
  const [taken] = await tx.aliases.byFolded([aliasFolded]);
  if (taken !== undefined && taken.loanId !== loanId) {
    return refuse('alias_taken', `${taken.alias} is the name of loan ${taken.loanId}`);
  }
  if (taken !== undefined) return { value: { loan_id: loanId, alias: taken.alias }, audit: null };
  await tx.insert.loanAliases([
    { aliasFolded, loanId, alias, addedAt: call.now, addedBy: call.caller.actor },
  ]);
  return { value: { loan_id: loanId, alias }, audit: { object: loanId, after: { alias } } };
};
