import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { acceptApplication } from './accept-application.ts';

/** Takes one application. */
export const handle: WriteHandler<
  OperationInput<'applications.create'>,
  OperationOutput<'applications.create'>
> = async (tx, input, call) => {
  const value = await acceptApplication(tx, input, call);
  if (isRefusal(value)) return value;
  return { value, audit: { object: value.application_id ?? '', after: value } };
};
