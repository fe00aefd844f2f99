import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';
import type { ApplicationRecord } from '../../store/records.ts';
import type { ReadHandler } from '../call.ts';
import { resolveApplication } from '../resolve-loan.ts';
import { assessApplication } from './assess-application.ts';

type Answer = OperationOutput<'assessments.get'>;

/** The assessment: computed anew until the application is approved or rejected, afterwards as it stood then. */
export const handle: ReadHandler<OperationInput<'assessments.get'>, Answer> = async (tx, input, call) => {
  const application = await resolveApplication(tx, input.application_id);
  if (isRefusal(application)) return application;
  const answer =
    (await storedAssessment(tx, application)) ?? (await assessApplication(tx, application, call)).answer;
  if (input.explain === true) return answer;
  const { explanation: _explanation, ...short } = answer;
  return short as Answer;
};

async function storedAssessment(tx: ReadTx, application: ApplicationRecord): Promise<Answer | null> {
  if (application.status !== 'approved' && application.status !== 'rejected') return null;
  const decisions = await tx.decisions.ofApplications([application.applicationId]);
  const final = decisions.findLast((one) => one.decision === application.status);
  return final === undefined ? null : (JSON.parse(final.assessmentJson) as Answer);
}
