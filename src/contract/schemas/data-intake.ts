import { z } from 'zod';
import { count } from './fields.ts';
import { dataImportResult, merchant } from './merchants.ts';

/** Fields of a data record that has its id in the address; what they hold is checked by the service. */
export const putMerchantRequest = z.strictObject({
  /** The external id. */
  merchant_id: z.string(),
  /** That of the address once more. */
  external_id: z.string().nullish(),
  name: z.string().nullish(),
  contact_name: z.string().nullish(),
  contact_phone: z.string().nullish(),
  founded_on: z.string().nullish(),
  owner_user_id: z.string().nullish(),
  updated_at: z.string().nullish(),
  /** Stores to add or change; those not named stay as they are. */
  stores: z
    .array(
      z.strictObject({ id: z.string(), type: z.string(), name: z.string(), status: z.string().nullish() }),
    )
    .nullish(),
});

/** The merchant as it is then; a rehearsal has no id for one that is new. */
export const putMerchantResponse = merchant.extend({ id: z.string().nullable() });

export const putUserRequest = z.strictObject({
  userId: z.string(),
  /** That of the address once more. */
  user_id: z.string().nullish(),
  permissions_status: z.string(),
  created_at: z.string(),
  user_name: z.string().nullish(),
  user_phone: z.string().nullish(),
  updated_at: z.string().nullish(),
});

/** One batch of the lines of a body. */
const records = z.array(z.strictObject({ line: z.number().int(), source: z.string(), value: z.unknown() }));
export const merchantOrdersToTake = z.strictObject({ merchant_id: z.string(), records });
export const userRecordsToTake = z.strictObject({ userId: z.string(), records });
/** `refusals` are the first of them; how many more there are stands beside. */
export const takenRecords = dataImportResult.extend({ refusals_left_out: count.optional() });
