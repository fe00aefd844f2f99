import type { OperationInput } from '../contract/operation-types.ts';
import type { Problem } from '../contract/problem.ts';
import { LOAN_PURPOSES, PLATFORM_TYPES } from '../domain/application.ts';
import type { CommandDefinition, CommandInput, CommandResult, Deps } from '../shell/command-definition.ts';
import { APPLICATION_COLUMNS, APPLICATION_LIST_COLUMNS } from './applications/application-columns.ts';
import { amountsOfPolicy, termsOfPolicy } from './limits.ts';
import { given, plainAmount, textOption } from './typed-values.ts';

/** `apply`: takes an application, or many from a file. */
export const command: CommandDefinition = {
  path: ['apply'],
  says: 'Take an application for a loan.',
  more: 'With --from, a file (or - for standard input) holds one JSON object, an array of them, or JSON Lines, with the fields of the interface; many are taken all or none.',
  args: [],
  options: [
    {
      flag: '--merchant-id',
      value: { name: 'ID', kind: 'text', ids: 'merchant' },
      says: "the merchant's id or external id",
      asks: "Merchant's id or external id",
      field: 'merchant_id',
      required: true,
      group: 'Application',
    },
    {
      flag: '--business-name',
      value: { name: 'NAME', kind: 'text' },
      says: 'legal business name',
      offers: nameOfMerchant,
      field: 'business_name',
      required: true,
      group: 'Application',
    },
    {
      flag: '--amount',
      value: { name: 'N', kind: 'amount' },
      says: 'requested amount in EGP, 1,000 to 100,000,000',
      field: 'requested_amount',
      limits: (_, deps) => amountsOfPolicy('min_requested_amount', 'max_requested_amount', deps),
      required: true,
      group: 'Application',
    },
    {
      flag: '--purpose',
      value: { name: 'PURPOSE', kind: 'choice', choices: LOAN_PURPOSES },
      says: 'what the money is for',
      asks: 'What is the money for?',
      field: 'loan_purpose',
      required: true,
      group: 'Application',
    },
    {
      flag: '--monthly-sales',
      value: { name: 'N', kind: 'amount' },
      says: 'average monthly sales the merchant declares, EGP',
      field: 'monthly_sales_volume',
      required: true,
      group: 'Application',
    },
    {
      flag: '--platform',
      value: { name: 'TYPE', kind: 'choice', choices: PLATFORM_TYPES },
      says: 'where the merchant sells',
      asks: 'Where does the merchant sell?',
      field: 'platform_type',
      required: true,
      group: 'Application',
    },
    {
      flag: '--term',
      value: { name: 'MONTHS', kind: 'integer' },
      says: 'requested term, 1 to 120 months',
      asks: 'Requested term in months, 1 to 120',
      field: 'requested_term_months',
      limits: (_, deps) => termsOfPolicy(deps),
      required: true,
      group: 'Application',
    },
    {
      flag: '--external-reference',
      value: { name: 'TEXT', kind: 'text' },
      says: "the caller's own reference, unique for ever",
      field: 'external_reference',
      group: 'Application',
    },
    {
      flag: '--from',
      value: { name: 'FILE', kind: 'file' },
      says: 'take applications from a file, - for standard input',
      insteadOfRequired: true,
    },
  ],
  examples: [
    {
      line: 'loandesk apply --merchant-id nile-crafts --business-name "Nile Crafts" --amount 50,000 --purpose inventory --monthly-sales 125,000 --platform platform_a --term 12',
      says: 'one application',
    },
    { line: 'loandesk apply --from applications.jsonl --dry-run', says: 'check a whole file first' },
  ],
  writes: true,
  calls: ['applications.create', 'applications.create_many', 'merchants.get', 'policy.show'],
  columns: () => APPLICATION_COLUMNS,
  foundsLedger: true,
  async run(input, deps) {
    const from = textOption(input, 'from');
    return from === undefined ? applyOne(input, deps) : applyFrom(from, deps);
  },
};

/** The name the merchant's data has, where there are any. */
async function nameOfMerchant(input: CommandInput, deps: Deps): Promise<string | null> {
  const backend = await deps.lookups();
  const found = await backend.call('merchants.get', { merchant_id: textOption(input, 'merchantId') ?? '' });
  return found.ok ? found.value.name : null;
}

async function applyOne(input: CommandInput, deps: Deps): Promise<CommandResult> {
  const request = {
    merchant_id: textOption(input, 'merchantId') ?? '',
    business_name: textOption(input, 'businessName') ?? '',
    requested_amount: plainAmount(textOption(input, 'amount') ?? ''),
    loan_purpose: textOption(input, 'purpose') ?? '',
    monthly_sales_volume: plainAmount(textOption(input, 'monthlySales') ?? ''),
    platform_type: textOption(input, 'platform') ?? '',
    requested_term_months: textOption(input, 'term') ?? '',
    ...given({ external_reference: textOption(input, 'externalReference') }),
  };
  return takeOne(request, deps);
}

async function takeOne(request: OperationInput<'applications.create'>, deps: Deps): Promise<CommandResult> {
  const answer = await (await deps.backend()).call('applications.create', request, { dryRun: deps.dryRun });
  if (!answer.ok) return answer;
  const open = answer.value.open_applications ?? [];
  return {
    ok: true,
    data: answer.value,
    view: { shape: 'record', columns: APPLICATION_COLUMNS },
    notices: [
      ...(open.length === 0 ? [] : [`note: this merchant has other open applications: ${open.join(', ')}`]),
      ...(deps.dryRun ? [] : [`next: loandesk assess ${answer.value.application_id}`]),
    ],
  };
}

async function applyFrom(path: string, deps: Deps): Promise<CommandResult> {
  const text = await deps.readText(path);
  if (typeof text !== 'string') return { ok: false, problem: text };
  const { readJsonDocuments } = await deps.rooms.jsonDocuments();
  const read = readJsonDocuments(text);
  if (!read.ok) return { ok: false, problem: malformed(path, read.where, read.reason) };
  const [only] = read.documents;
  if (read.single && isObject(only)) {
    return takeOne(only as unknown as OperationInput<'applications.create'>, deps);
  }
  const answer = await (await deps.backend()).call(
    'applications.create_many',
    { applications: [...read.documents] },
    { dryRun: deps.dryRun },
  );
  if (!answer.ok) return answer;
  return {
    ok: true,
    data: answer.value,
    view: { shape: 'list', columns: APPLICATION_LIST_COLUMNS, empty: 'The file holds no application.' },
  };
}

function malformed(path: string, where: string, reason: string): Problem {
  return { code: 'malformed_json', detail: `${path}, ${where}: ${reason}`, hint: 'Nothing was taken.' };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
