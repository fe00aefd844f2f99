import type { OptionDefinition } from '../shell/command-definition.ts';

/** Paging, as every list takes it. */
export const PAGE_OPTIONS: readonly OptionDefinition[] = [
  {
    flag: '--page',
    value: { name: 'N', kind: 'integer' },
    says: 'page of the list, from 1',
    group: 'Paging',
  },
  { flag: '--size', value: { name: 'N', kind: 'integer' }, says: 'rows a page, 1 to 500', group: 'Paging' },
];
