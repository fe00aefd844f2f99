import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { refuse } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';

/** Not there yet: the contract is, so that the command can be built against it. */
export const handle: WriteHandler<
  OperationInput<'payment_batches.post'>,
  OperationOutput<'payment_batches.post'>
> = async () => refuse('internal', 'files of repayments are not posted yet');
