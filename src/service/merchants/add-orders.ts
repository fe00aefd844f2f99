import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { ownedRecords, withStrange } from '../owned-records.ts';
import { handle as importRecords } from './import-records.ts';
import { resolveMerchant } from './resolve-merchant.ts';

/** Takes a batch of one merchant's orders; bad ones are answered and never stop good ones. */
export const handle: WriteHandler<
  OperationInput<'merchants.add_orders'>,
  OperationOutput<'merchants.add_orders'>
> = async (tx, input, call, prepared) => {
  const merchant = await resolveMerchant(tx, input.merchant_id);
  if (isRefusal(merchant)) return merchant;
  const { externalId, merchantId } = merchant;
  const owner = { kind: 'order', field: 'merchant', names: [externalId, merchantId] } as const;
  const { owned, strange } = ownedRecords(input.records, owner);
  return withStrange(await importRecords(tx, { records: owned }, call, prepared), 'order', strange);
};
