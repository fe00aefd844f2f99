import { OUTPUT_FORMATS } from '../settings/settings.ts';
import type { OptionDefinition } from './command-definition.ts';

const WHERE = 'Where';
const OUTPUT = 'Output';
const HOW = 'How it runs';

/** Options that every command accepts in any position; one that means nothing to a command is ignored. */
export const SHARED_OPTIONS: readonly OptionDefinition[] = [
  {
    flag: '--ledger',
    value: { name: 'FILE', kind: 'file' },
    says: 'the ledger file to work on, or postgres://user@host/database',
    group: WHERE,
  },
  {
    flag: '--profile',
    value: { name: 'NAME', kind: 'text', ids: 'profile' },
    says: 'a ledger or server and an officer',
    group: WHERE,
  },
  { flag: '--server', value: { name: 'URL', kind: 'text' }, says: 'a service to work through', group: WHERE },
  { flag: '--if-exists', says: 'read a ledger that is missing as an empty one', group: WHERE },
  {
    flag: '--ca-file',
    value: { name: 'FILE', kind: 'file' },
    says: 'certificate authority to trust',
    group: WHERE,
  },
  { flag: '--officer', value: { name: 'ID', kind: 'text', ids: 'officer' }, says: 'who acts', group: WHERE },
  {
    flag: '--format',
    value: { name: 'FORMAT', kind: 'choice', choices: OUTPUT_FORMATS },
    says: 'form of the output',
    group: OUTPUT,
  },
  { flag: '--json', says: 'same as --format json', group: OUTPUT },
  { flag: '--columns', value: { name: 'A,B', kind: 'text' }, says: 'only these columns', group: OUTPUT },
  { flag: '--no-headers', says: 'rows without the line of names', group: OUTPUT },
  { flag: '--excel', says: 'CSV that Excel opens as UTF-8', group: OUTPUT },
  {
    flag: '--color',
    value: { name: 'WHEN', kind: 'choice', choices: ['auto', 'always', 'never'] },
    says: 'colour on a terminal',
    group: OUTPUT,
  },
  { flag: '--no-color', says: 'same as --color never', group: OUTPUT },
  { flag: '--quiet', says: 'no notices on stderr', group: OUTPUT },
  { flag: '--yes', says: 'go ahead without asking', group: HOW },
  { flag: '--dry-run', says: 'check everything, show the result, write nothing', group: HOW },
  {
    flag: '--business-date',
    value: { name: 'DATE', kind: 'date' },
    says: 'the day to work on, instead of today in Cairo',
    group: HOW,
  },
  { flag: '--as-of', value: { name: 'DATE', kind: 'date' }, says: 'the day to look at', group: HOW },
  { flag: '--debug', says: 'say on stderr what was chosen and where an error came from', group: HOW },
  { flag: '--help', says: 'this text', group: HOW, aliases: ['-h'] },
];

/** The shared options as typed. */
export interface SharedValues {
  readonly ledger?: string;
  readonly profile?: string;
  readonly server?: string;
  readonly ifExists?: boolean;
  readonly caFile?: string;
  readonly officer?: string;
  readonly format?: string;
  readonly json?: boolean;
  readonly columns?: string;
  readonly noHeaders?: boolean;
  readonly excel?: boolean;
  readonly color?: string;
  readonly noColor?: boolean;
  readonly quiet?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly businessDate?: string;
  readonly asOf?: string;
  readonly debug?: boolean;
  readonly help?: boolean;
}
