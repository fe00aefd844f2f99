import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { merchantResponses } from './merchant-response.ts';
import { resolveMerchant } from './resolve-merchant.ts';

/** One merchant with its stores. */
export const handle: ReadHandler<OperationInput<'merchants.get'>, OperationOutput<'merchants.get'>> = async (
  tx,
  input,
  call,
) => {
  const merchant = await resolveMerchant(tx, input.merchant_id);
  if (isRefusal(merchant)) return merchant;
  const [answer] = await merchantResponses(tx, [merchant], call.nowMs);
  if (answer === undefined) throw new Error('a merchant that was just read has no response');
  return answer;
};
