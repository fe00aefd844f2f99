import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { resolveApplication } from '../resolve-loan.ts';
import { applicationResponse, decisionInHistory } from './application-response.ts';

/** One application with every decision taken on it. */
export const handle: ReadHandler<
  OperationInput<'applications.get'>,
  OperationOutput<'applications.get'>
> = async (tx, input) => {
  const application = await resolveApplication(tx, input.application_id);
  if (isRefusal(application)) return application;
  const decisions = await tx.decisions.ofApplications([application.applicationId]);
  return { ...applicationResponse(application), decisions: decisions.map(decisionInHistory) };
};
