import { on, type TypedLine } from './typed-line.ts';

/** The data set before anything else. */
export const DATA_LINES: readonly TypedLine[] = [
  // Nothing is there yet.
  ...on('2026-03-01', [
    'merchants ls',
    'loan ls',
    'applications ls',
    'disbursements ls',
    'approvals ls',
    'merchants import FOLDER/orders.jsonl --dry-run',
    'merchants import FOLDER/orders.jsonl',
    'merchants import FOLDER/orders.jsonl --json',
    'merchants import FOLDER/orders.jsonl --strict',
    'merchants import FOLDER/more.jsonl --quiet',
    'merchants import FOLDER/nowhere.jsonl',
    'merchants ls',
    'merchants ls --search نايل',
    'merchants ls --page 2 --size 2',
    'merchants ls --page 0',
    'merchants ls --size 501 --json',
    'merchants show nile-crafts',
    'merchants show MRC-#1 --chart',
    'merchants show nobody',
    'merchants show MRC-00000000X',
    'merchants show a/b?c%20d',
    'merchants orders nile-crafts',
    'merchants orders nile-crafts --page 2 --size 3',
    'merchants orders nile-crafts --created-after 2025-12-31 --financial-status paid --store-id web',
    'merchants orders nile-crafts --created-after yesterday',
    'merchants orders nobody',
  ]),
];

/** Reading phones is recorded by other rules at a server, so users come last. */
export const USER_LINES: readonly TypedLine[] = [
  // Users: reading phones is recorded, so they come last.
  ...on('2026-05-20', [
    'users import FOLDER/users.jsonl --dry-run --json',
    'users import FOLDER/users.jsonl',
    'users import FOLDER/users.jsonl --strict --json',
    'users ls',
    'users ls --search امل --reveal',
    'users ls --created-after 2026-01-01T12:00:00',
    'users ls --page 2 --size 1',
    'users show u-1',
    'users show u-9',
    'users transactions u-1',
    'users transactions u-1 --start-timestamp 1769990400',
    'users transactions u-1 --start-timestamp -4',
    'users transactions u-2',
    'users transactions u-2 --json',
    'users summary u-1',
    'users flags u-1',
    'users flags-summary u-1',
    'users features u-1',
    'users features u-1 --as-of 2026-02-20',
    'users features u-1 --as-of 1770076800',
    'users features u-1 --as-of 2036-02-20',
  ]),
];
