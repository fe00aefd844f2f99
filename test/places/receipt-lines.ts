import { on, type TypedLine } from './typed-line.ts';

const OWN = `loan_id,payment_amount,payment_date,payment_reference
LN-#1,10.00,2026-05-18,IMP-1
LN-#1,10.00,2026-05-18,IMP-1
LN-#1,many,2026-05-18,IMP-2
`;

const STATEMENT = `:20:X
:25:EG77/0001
:28C:1/1
:60F:C260517EGP100,00
:61:2605180518C30,00NTRFNONREF//B1
:86:for LN-#1
:61:2605180518C5,00NTRFNONREF//B2
:86:from somebody
:61:2605180518D1,00NCHGNONREF//B3
:86:charges
:62F:C260518EGP134,00
-
`;

/** Files of repayments, and what is held of them. The folder of results is that of the files, at both places. */
export const RECEIPT_LINES: readonly TypedLine[] = [
  ...on(
    '2026-05-20',
    [
      'pay import - --dry-run --json',
      'pay import - --yes --results FOLDER',
      'pay import - --yes --json --results FOLDER',
      'pay import - --yes --on-error reject --rows --results FOLDER',
      'pay import - --yes --on-error reject --json --rows --results FOLDER',
    ],
    { stdin: OWN },
  ),
  ...on(
    '2026-05-20',
    [
      'pay import - --dry-run --expect-count 9 --json',
      'pay import - --results FOLDER',
      'pay import - --yes --json --rows --results FOLDER',
      'pay import - --yes --results FOLDER',
    ],
    { stdin: STATEMENT },
  ),
  ...on('2026-05-20', [
    'pay import FOLDER/nowhere.csv --yes',
    'pay batches ls',
    'pay batches show BAT-7K3QX9B23',
    'pay review ls',
    'pay review show HLD-#1',
    'pay review match HLD-#1 LN-#1=4 --yes --json',
    'pay review match HLD-#1 LN-#1=4 --yes',
    'pay review accept HLD-#1 --yes',
    'pay review dismiss HLD-#1 --reason "sent back" --yes',
    'report reconciliation --account EG77/0001 --from 2026-05-18 --to 2026-05-18',
    'pay undo BAT-7K3QX9B23 --reason wrong --yes',
  ]),
];
