import { APPLY, on, type TypedLine } from './typed-line.ts';

const OMAR = 'omar@bank.example';

/** Policy, two people, officers, the audit trail. */
export const DESK_LINES: readonly TypedLine[] = [
  // The bank's own values, and two people.
  ...on('2026-05-20', [
    'policy show',
    'policy show default_days --as-of 2026-05-20',
    'policy set default_days=many',
    'policy set defualt_days=9',
    'policy set default_days=95 --from 2026-06-01 --dry-run',
    'policy set four_eyes=decision,cancel,policy --json',
    'policy set default_days=95 --from 2026-06-01',
    'policy set default_days=95 --from 2026-06-01 --json',
    'approvals ls',
    'approvals ls --all --search DEFAULT_days',
  ]),
  ...on('2026-05-20', ['policy set default_days=95 --from 2026-06-01 --json'], { as: OMAR }),
  ...on('2026-05-20', [
    'policy history',
    'policy set grace_days=2',
    'approvals withdraw 2',
    'approvals withdraw 2',
    'approvals withdraw 77',
    'approvals ls --all',
    `${APPLY} --json`,
    'decide APP-#6 --approve --amount 10,000 --rate 24 --term 6 --yes',
  ]),
  ...on('2026-05-20', ['decide APP-#6 --approve --amount 10,000 --rate 24 --term 6 --yes --json'], {
    as: OMAR,
  }),
  // Officers.
  ...on('2026-05-20', ['officers ls', 'officers ls --search omar', 'officers disable nobody@bank.example']),
  ...on(
    '2026-05-20',
    [
      'officers add --email sara@bank.example --name Sara --role reader --role officer --password-stdin',
      'officers add --email sara@bank.example --name Sara --role reader --password-stdin --json',
      'officers add --email x --name "" --role chief --password-stdin',
    ],
    { stdin: 'four words and a half' },
  ),
  ...on('2026-05-20', ['officers password sara@bank.example --password-stdin'], {
    stdin: 'another four words',
  }),
  ...on('2026-05-20', ['officers password sara@bank.example --password-stdin'], { stdin: 'short' }),
  ...on('2026-05-20', ['officers disable sara@bank.example', 'officers disable sara@bank.example --json']),
  // What is said about a loan, and all payments.
  ...on('2026-05-20', [
    'loan note LN-#1 "promised to pay on Sunday"',
    'loan note LN-#1 "" --json',
    'loan note LN-#1 "seen the shop" --dry-run --json',
    'loan notes APP-#1',
    'loan notes LN-#2',
    'loan alias LN-#1 "Old No-٧"',
    'loan alias LN-#1 oldno7 --json',
    'loan alias LN-#2 "OLD NO 7"',
    'loan alias LN-#2 LN-#1',
    'loan show "old no 7"',
    'loan show nowhere',
    'loan ls --past-due',
    'loan ls --past-due --format table',
    'pay ls',
    'pay ls --from 2026-04-01 --by booked --method manual_transfer --json',
    'pay ls --on 2026-04-02 --to 2026-04-03',
    'pay ls --amount 1,000.00 --reference FT-1 --search ft',
  ]),
  // The day's work, and the lists it names.
  ...on('2026-05-20', [
    'today',
    'applications ls --undecided',
    'applications ls --undecided --status submitted',
    'loan ls --undisbursed',
    'loan ls --min-days 1 --max-days 3',
    'find nile',
    'find LN-#1',
    'find 1,000 --size 1',
    'find " "',
    'find 5 --size none',
  ]),
  ...on('2026-05-20', ['today'], { as: OMAR }),
  // The whole book.
  ...on('2026-05-20', [
    'report portfolio',
    'report portfolio --json',
    'report portfolio --format table --as-of 2026-04-30 --known-at 2026-05-01',
    'report portfolio --known-at yesterday',
    'report ageing',
    'report ageing --detail --json',
    'report due',
    'report due --from 2026-05-01 --to 2026-06-30 --json',
    'report due --from 2026-05-31 --to 2026-05-01',
    'report trial-balance',
    'report trial-balance --compare 2026-04-30 --json',
    'report revenue-share',
    'report decisions --from 2026-01-01',
    'report decisions --json',
  ]),
  // What was done and refused.
  ...on('2026-05-20', [
    'audit ls',
    'audit ls --action payments.create --actor mona@bank.example --since 2026-04-01 --until 2026-04-30',
    'audit ls --page 2 --size 5',
    'audit ls --search Conflict --size 3',
    'audit ls --since never',
    'audit ls --reads',
    'audit show 11',
    'audit show 46',
    'audit show 99999',
    'audit show last',
  ]),
];
