import { looksLikeId, parseId } from '../../domain/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';
import type { MerchantRecord } from '../../store/records.ts';
import { checkedId } from '../resolve-loan.ts';

/** Finds a merchant by the service's id, in any letter case, or by its external id, to the letter. */
export async function resolveMerchant(tx: ReadTx, text: string): Promise<MerchantRecord | Refusal> {
  // No external id looks like one of ours, so what does and has a wrong check character is mistyped.
  const id = looksLikeId(text) === 'merchant' ? await checkedId(tx, 'merchant', text) : text;
  if (isRefusal(id)) return id;
  const [merchant] = await tx.merchants.byAnyId([id]);
  return merchant ?? refuse('merchant_not_found', `there is no merchant "${text}"`);
}

/** The text an application names its merchant by: one of our ids in capitals, anything else as it is. */
export function merchantIdText(text: string): string {
  const id = parseId('merchant', text);
  return isRefusal(id) ? text : id;
}
