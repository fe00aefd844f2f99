import type { OptionDefinition } from '../../shell/command-definition.ts';
import {
  DATE_FORMAT_OPTION,
  DECIMAL_OPTION,
  ENCODING_OPTION,
  SHEET_OPTION,
  SIGN_OPTION,
  STATUS_OPTION,
} from '../reading-options.ts';

/** What `users import` takes beside its files. */
export const IMPORT_OPTIONS: readonly OptionDefinition[] = [
  {
    flag: '--user',
    value: { name: 'USER', kind: 'text', ids: 'user' },
    says: 'whose transactions a history holds',
    group: 'What a history does not say',
  },
  {
    flag: '--institution',
    value: { name: 'NAME', kind: 'text' },
    says: 'bank, wallet or operator it is of',
    group: 'What a history does not say',
  },
  {
    flag: '--account-type',
    value: { name: 'TYPE', kind: 'choice', choices: ['credit_limit', 'debit', 'ewallet', 'telecom'] },
    says: 'type of the account',
    group: 'What a history does not say',
  },
  {
    flag: '--currency',
    value: { name: 'CODE', kind: 'text' },
    says: 'currency of the amounts, such as EGP',
    group: 'What a history does not say',
  },
  {
    flag: '--columns-map',
    value: { name: 'MAP', kind: 'text' },
    says: 'which column is what, where headings do not say it: timestamp=Date,amount=Amount (by number without headings: timestamp=1,amount=3), or the name of a saved map',
    group: 'How a history is read',
  },
  {
    flag: '--save-columns-map',
    value: { name: 'NAME', kind: 'text' },
    says: 'keep the map, and what else is said of such files, under a name',
    group: 'How a history is read',
  },
  {
    flag: '--input-format',
    value: { name: 'FORMAT', kind: 'choice', choices: ['jsonl', 'csv', 'mpesa', 'open-banking', 'plaid'] },
    says: 'what the files are, instead of telling it from their content',
    group: 'How a history is read',
  },
  { ...SHEET_OPTION, group: 'How a history is read' },
  { ...DATE_FORMAT_OPTION, group: 'How a history is read' },
  { ...DECIMAL_OPTION, group: 'How a history is read' },
  { ...SIGN_OPTION, group: 'How a history is read' },
  { ...STATUS_OPTION, group: 'How a history is read' },
  {
    flag: '--time-zone',
    value: { name: 'ZONE', kind: 'text' },
    says: 'zone of times without an offset, such as +02:00 or Africa/Cairo (default: UTC; of M-Pesa, Nairobi)',
    group: 'How a history is read',
  },
  {
    ...ENCODING_OPTION,
    says: 'how letters are encoded, when the first bytes do not tell (default: utf-8)',
    group: 'How a history is read',
  },
  {
    flag: '--results',
    value: { name: 'DIR', kind: 'file' },
    says: 'folder for the file of refused records (default: beside the input)',
  },
  { flag: '--strict', says: 'import nothing when any record is refused (exit 3)' },
];

/** Options that say what files of one source are like; a saved column map keeps them, a typed one goes before it. */
export const OF_A_SOURCE = [
  'columnsMap',
  'institution',
  'accountType',
  'currency',
  'inputFormat',
  'sheet',
  'dateFormat',
  'decimal',
  'sign',
  'status',
  'timeZone',
  'encoding',
] as const;
