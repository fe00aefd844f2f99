import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { anotherId, wholeOrRefused } from '../put-record.ts';
import { handle as importRecords } from './import-records.ts';
import { merchantResponses } from './merchant-response.ts';
import { resolveMerchant } from './resolve-merchant.ts';

/** Takes one merchant with its stores, all of it or nothing; stores that are not named stay as they are. */
export const handle: WriteHandler<OperationInput<'merchants.put'>, OperationOutput<'merchants.put'>> = async (
  tx,
  { merchant_id: externalId, external_id: repeated, stores, ...fields },
  call,
  prepared,
) => {
  const another = anotherId('external_id', repeated, externalId);
  if (another !== null) return another;
  const values = [
    { ...fields, kind: 'merchant', external_id: externalId },
    ...(stores ?? []).map((store) => ({ ...store, kind: 'store', merchant: externalId })),
  ];
  const records = values.map((value, index) => ({ line: index, source: '', value }));
  const taken = await importRecords(tx, { records }, call, prepared);
  const fault = wholeOrRefused(taken, (line) => (line === 0 ? '' : `stores/${line - 1}/`));
  if (fault !== null) return fault;
  const merchant = await resolveMerchant(tx, externalId);
  if (isRefusal(merchant)) return merchant;
  const [value] = await merchantResponses(tx, [merchant], call.nowMs);
  if (value === undefined) throw new Error('a merchant that was just taken has no response');
  return { value, audit: { object: externalId, after: { ...fields, stores: stores ?? [] } } };
};
