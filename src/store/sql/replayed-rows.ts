import { foldForSearch } from '../../domain/search-folding.ts';
import { COLUMNS_OF_FACT, MOVED_TABLES, type MovedColumn } from '../moved-groups.ts';
import type { MovedFields } from '../moving-port.ts';
import { searchFormOfHeld, searchFormOfMerchant, searchFormsOfUser } from '../search-forms.ts';
import type { OwnerKind, RowSink } from './ledger-replay.ts';

/** A fact as a row of its table. */
export interface ReplayedRow {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly unknown[];
}

/** What a row has besides the fields of its fact. */
interface More {
  /** Its place among the facts of its kind, from 1. */
  readonly nth: number;
  readonly newKey: RowSink['newKey'];
  readonly keyOf: RowSink['keyOf'];
}

type Extra = (fields: MovedFields, more: More) => Promise<readonly unknown[]> | readonly unknown[];

/** How a table differs from the fields of its fact. */
interface Derived {
  /** Fields that stand for a short key. */
  readonly without: readonly string[];
  readonly columns: readonly string[];
  readonly values: Extra;
}

const text = (fields: MovedFields, name: string) => fields[name] as string;
const textOrNull = (fields: MovedFields, name: string) => fields[name] as string | null;

const insertionOrder: Derived = { without: [], columns: ['seq'], values: (_, { nth }) => [nth] };
const foldedName: Derived = {
  without: [],
  columns: ['seq', 'business_name_folded'],
  values: (fields, { nth }) => [nth, foldForSearch(text(fields, 'business_name'))],
};
const ownedBy = (kind: OwnerKind, id: string, column: string): Derived => ({
  without: [id],
  columns: [column],
  values: async (fields, { keyOf }) => [await keyOf(kind, [text(fields, id)])],
});
const ofUser = ownedBy('user', 'user_id', 'user_key');

const DERIVED: Readonly<Record<string, Derived>> = {
  application: foldedName,
  loan: foldedName,
  disbursement: insertionOrder,
  payment_batch: insertionOrder,
  held_row: {
    without: [],
    columns: ['search_folded'],
    values: (fields) => [
      searchFormOfHeld({
        bankReference: textOrNull(fields, 'bank_reference'),
        customerReference: textOrNull(fields, 'customer_reference'),
        text: textOrNull(fields, 'text'),
        payerName: textOrNull(fields, 'payer_name'),
        payerAccount: textOrNull(fields, 'payer_account'),
        payerPhone: textOrNull(fields, 'payer_phone'),
      }),
    ],
  },
  merchant: {
    without: [],
    columns: ['merchant_key', 'search_folded'],
    values: (fields, { newKey }) => [
      newKey(text(fields, 'merchant_id')),
      searchFormOfMerchant({
        externalId: text(fields, 'external_id'),
        name: textOrNull(fields, 'name'),
        contactName: textOrNull(fields, 'contact_name'),
        contactPhone: textOrNull(fields, 'contact_phone'),
      }),
    ],
  },
  store: {
    without: ['merchant_id'],
    columns: ['store_key', 'merchant_key'],
    values: async (fields, { newKey, keyOf }) => [
      newKey(`${fields.merchant_id}/${fields.store_id}`),
      await keyOf('merchant', [text(fields, 'merchant_id')]),
    ],
  },
  order: {
    without: ['merchant_id', 'store_id'],
    columns: ['store_key', 'merchant_key'],
    values: async (fields, { keyOf }) => [
      await keyOf('store', [text(fields, 'merchant_id'), text(fields, 'store_id')]),
      await keyOf('merchant', [text(fields, 'merchant_id')]),
    ],
  },
  user: {
    without: [],
    columns: ['user_key', 'search_folded', 'phone_digits'],
    values: (fields, { newKey }) => [
      newKey(text(fields, 'user_id')),
      ...searchFormsOfUser({
        userId: text(fields, 'user_id'),
        userName: text(fields, 'user_name'),
        userPhone: text(fields, 'user_phone'),
      }),
    ],
  },
  user_transaction: ofUser,
  user_flag: ofUser,
};

/** How the facts of a kind become rows. */
interface Plan {
  readonly table: string;
  readonly kept: readonly MovedColumn[];
  readonly columns: readonly string[];
  readonly values: Extra | null;
}

const PLANS: ReadonlyMap<string, Plan> = new Map([
  ...MOVED_TABLES.map(({ fact, table }) => [fact, planOf(fact, table)] as const),
  ['audit', planOf('audit', 'audit')],
]);

function planOf(fact: string, table: string): Plan {
  const derived = DERIVED[fact];
  // The sequence of what is sealed is kept with the seal.
  const without = [...(derived?.without ?? []), ...(fact === 'audit' ? ['sequence'] : [])];
  const kept = (COLUMNS_OF_FACT.get(fact) ?? []).filter(({ name }) => !without.includes(name));
  return {
    table,
    kept,
    columns: [...kept.map(({ name }) => name), ...(derived?.columns ?? [])],
    values: derived?.values ?? null,
  };
}

/** A fact as a row of its table, with what the store derives. Throws for one of an owner that is not there. */
export async function replayedRow(fact: string, fields: MovedFields, more: More): Promise<ReplayedRow> {
  const plan = PLANS.get(fact);
  if (plan === undefined) throw new Error(`no such fact: ${fact}`);
  const values: unknown[] = plan.kept.map(({ name, type }) => {
    const value = fields[name];
    return type === 'hex' && typeof value === 'string' ? Buffer.from(value, 'hex') : value;
  });
  if (plan.values !== null) values.push(...(await plan.values(fields, more)));
  return { table: plan.table, columns: plan.columns, values };
}
