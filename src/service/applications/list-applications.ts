import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { DECISION_KINDS } from '../../domain/application.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readChoices } from '../choices.ts';
import { readListTimes } from '../list-times.ts';
import { merchantIdText } from '../merchants/resolve-merchant.ts';
import { readPage } from '../paging.ts';
import { readSorting } from '../sorting.ts';
import { applicationResponse } from './application-response.ts';

const SORT_KEYS = ['created', 'requested_amount', 'business_name'] as const;

/** Applications, oldest first unless sorted, a page at a time. */
export const handle: ReadHandler<
  OperationInput<'applications.list'>,
  OperationOutput<'applications.list'>
> = async (tx, input) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const status = readChoices('status', input.status, ['submitted', ...DECISION_KINDS]);
  if (isRefusal(status)) return status;
  const times = readListTimes(input);
  if (isRefusal(times)) return times;
  const sorting = readSorting(input.sort, SORT_KEYS);
  if (isRefusal(sorting)) return sorting;
  const page = await tx.applications.list(
    {
      ...times,
      ...(status === undefined ? {} : { status }),
      ...(input.merchant_id === undefined ? {} : { merchantId: merchantIdText(input.merchant_id) }),
      ...(input.q === undefined ? {} : { search: input.q }),
      ...(input.external_reference === undefined ? {} : { externalReference: input.external_reference }),
    },
    asked.request,
    sorting,
  );
  return {
    page: asked.page,
    size: asked.size,
    total_count: page.totalCount,
    data: page.rows.map(applicationResponse),
  };
};
