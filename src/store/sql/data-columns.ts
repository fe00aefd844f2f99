import type { FlagRecord, OrderRecord, TransactionRecord, UserRecord } from '../records.ts';

export const MERCHANT_FIELDS = [
  'merchantId',
  'externalId',
  'name',
  'contactName',
  'contactPhone',
  'foundedOn',
  'ownerUserId',
  'createdAt',
  'updatedAt',
  'latestUpdate',
] as const;

/** What a source says of a merchant; a null says nothing and leaves what is known. */
export const MERCHANT_CONTENT_FIELDS = [
  'name',
  'contactName',
  'contactPhone',
  'foundedOn',
  'ownerUserId',
  'updatedAt',
] as const;

export const STORE_CONTENT_FIELDS = ['type', 'name', 'status'] as const;

/** Fields of an order beside its merchant, store and id. */
export const ORDER_CONTENT_FIELDS = [
  'integration',
  'channel',
  'confirmed',
  'createdAt',
  'createdAtMs',
  'updatedAt',
  'updatedAtMs',
  'processedAt',
  'cancelledAt',
  'currency',
  'subtotalPiastres',
  'discountsPiastres',
  'totalPiastres',
  'financialStatus',
  'fulfillmentStatus',
  'paymentGatewayNames',
  'customerId',
  'countryCode',
  'addressLine',
] as const satisfies readonly (keyof OrderRecord)[];

/** Fields of a user beside its id and the time it last changed. */
export const USER_CONTENT_FIELDS = [
  'permissionsStatus',
  'userName',
  'userPhone',
  'createdAt',
  'createdAtMs',
  'updatedAt',
] as const satisfies readonly (keyof UserRecord)[];

/** Fields of a transaction beside its user and id. */
export const TRANSACTION_CONTENT_FIELDS = [
  'accountType',
  'amountPiastres',
  'timestampSeconds',
  'event',
  'transactionType',
  'amountCurrency',
  'balancePiastres',
  'balanceCurrency',
  'institutionName',
] as const satisfies readonly (keyof TransactionRecord)[];

/** Fields of a flag beside its user and id. */
export const FLAG_CONTENT_FIELDS = [
  'institutionName',
  'flagLabel',
  'timestampSeconds',
  'accountType',
] as const satisfies readonly (keyof FlagRecord)[];
