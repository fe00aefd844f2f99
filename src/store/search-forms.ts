import { phoneDigits } from '../domain/phone-digits.ts';
import { foldForSearch } from '../domain/search-folding.ts';
import type { HeldRowRecord } from './receipt-records.ts';
import type { MerchantRecord, UserRecord } from './records.ts';

/** What `--search` looks through, one a line so that no match spans two. */
export function searchFormOfMerchant(
  row: Pick<MerchantRecord, 'externalId' | 'name' | 'contactName' | 'contactPhone'>,
): string {
  const parts = [row.externalId, row.name, row.contactName, row.contactPhone];
  return foldForSearch(parts.filter((part) => part !== null).join('\n'));
}

/** What `search` looks through: id, name and phone, one a line so that no match spans two; and the bare digits. */
export function searchFormsOfUser(
  row: Pick<UserRecord, 'userId' | 'userName' | 'userPhone'>,
): [string, string] {
  return [foldForSearch([row.userId, row.userName, row.userPhone].join('\n')), phoneDigits(row.userPhone)];
}

/** What a held row is searched by. */
export function searchFormOfHeld(
  row: Pick<
    HeldRowRecord,
    'bankReference' | 'customerReference' | 'text' | 'payerName' | 'payerAccount' | 'payerPhone'
  >,
): string {
  const { payerPhone } = row;
  const said = [
    row.bankReference,
    row.customerReference,
    row.text,
    row.payerName,
    row.payerAccount,
    payerPhone,
  ];
  if (payerPhone !== null) said.push(phoneDigits(payerPhone));
  return foldForSearch(said.filter((text) => text !== null).join('\n'));
}
