import type { OperationInput, OperationOutput } from '../contract/operation-types.ts';
import type { Problem } from '../contract/problem.ts';
import { DECISION_KINDS } from '../domain/application.ts';
import { DAY_COUNTS } from '../domain/day-count.ts';
import { REPAYMENT_STYLES } from '../domain/loan-terms.ts';
import type { CommandDefinition, CommandInput, CommandResult, Deps } from '../shell/command-definition.ts';
import { awaiting } from './awaiting.ts';
import { carryOut } from './carry-out.ts';
import { DECISION_COLUMNS } from './decision-columns.ts';
import { amountsUpTo, ratesOfPolicy, termsOfPolicy } from './limits.ts';
import { type Application, applicationInWords, applicationOf, moneyInWords } from './named-in-questions.ts';
import { given, plainAmount, switchOption, textOption } from './typed-values.ts';

/** `decide APP`: records the bank's decision. */
export const command: CommandDefinition = {
  path: ['decide'],
  says: "Record the bank's decision on an application; an approval makes the loan.",
  args: [
    {
      name: 'APP',
      says: 'id of the application',
      required: true,
      of: 'application',
      ids: 'application-undecided',
    },
  ],
  options: [
    { flag: '--approve', says: 'approve; needs --amount, --rate and --term', group: 'Decision' },
    { flag: '--reject', says: 'reject; needs --reason', group: 'Decision' },
    { flag: '--review', says: 'keep for review', group: 'Decision' },
    {
      flag: '--decision',
      value: { name: 'KIND', kind: 'choice', choices: DECISION_KINDS },
      says: 'the same in a word',
      asks: 'What is the decision?',
      orFlags: ['--approve', '--reject', '--review'],
      requiredWhen: (options) => !options.approve && !options.reject && !options.review,
      group: 'Decision',
    },
    {
      flag: '--amount',
      requiredWhen: isApproval,
      value: { name: 'N', kind: 'amount' },
      says: 'approved amount in EGP',
      offers: async (input, deps) => (await proposed(input, deps)).amount,
      limits: async ({ args }, deps) => {
        const asked = await applicationOf(args[0] ?? '', deps);
        return amountsUpTo(asked?.requested_amount ?? null, 'It must be at most what was asked for,');
      },
      mends: ['amount_above_requested'],
      field: 'approved_amount',
      group: 'Terms',
    },
    {
      flag: '--rate',
      requiredWhen: isApproval,
      value: { name: 'R', kind: 'rate' },
      says: 'percent per year, such as 24.5',
      asks: 'Rate in percent per year, such as 24.5',
      offers: async (input, deps) => (await proposed(input, deps)).rate,
      limits: (_, deps) => ratesOfPolicy(deps),
      field: 'interest_rate',
      group: 'Terms',
    },
    {
      flag: '--term',
      requiredWhen: isApproval,
      value: { name: 'MONTHS', kind: 'integer' },
      says: 'term in months',
      offers: async (input, deps) => (await proposed(input, deps)).term,
      limits: (_, deps) => termsOfPolicy(deps),
      field: 'term_months',
      group: 'Terms',
    },
    {
      flag: '--day-count',
      value: { name: 'NAME', kind: 'choice', choices: DAY_COUNTS },
      says: "how days become interest (default: the policy's)",
      field: 'day_count',
      group: 'Terms',
    },
    {
      flag: '--style',
      value: { name: 'NAME', kind: 'choice', choices: REPAYMENT_STYLES },
      says: "how principal is repaid (default: the policy's)",
      field: 'repayment_style',
      group: 'Terms',
    },
    {
      flag: '--grace',
      value: { name: 'MONTHS', kind: 'integer' },
      says: 'months of interest only at first',
      field: 'grace_months',
      group: 'Terms',
    },
    {
      flag: '--revenue-share',
      value: { name: 'PERCENT', kind: 'rate' },
      says: "percent of the merchant's sales expected as repayment",
      field: 'revenue_share_percent',
      group: 'Terms',
    },
    {
      flag: '--reason',
      requiredWhen: isRejection,
      value: { name: 'TEXT', kind: 'text' },
      says: 'why it is rejected',
      asks: 'Why is it rejected?',
      field: 'rejection_reason',
    },
    { flag: '--note', value: { name: 'TEXT', kind: 'text' }, says: 'a note kept with the decision' },
    {
      flag: '--override-reason',
      value: { name: 'TEXT', kind: 'text' },
      says: 'why the terms differ from the recommendation',
      asks: 'Why do the terms differ from the recommendation? Enter for none',
      offers: async (input, deps) => ((await differs(input, deps)) ? '' : null),
      mends: ['override_reason_required'],
      field: 'override_reason',
    },
  ],
  examples: [
    {
      line: 'loandesk decide APP-4M7Z1K8Q9 --approve --amount 50,000 --rate 23 --term 12',
      says: 'shows the recommendation beside it and asks',
    },
    {
      line: 'loandesk decide APP-4M7Z1K8Q9 --reject --reason "sales falling"',
      says: 'needs no confirmation',
    },
  ],
  writes: true,
  beforeAsking: { flags: ['--amount', '--rate', '--term'], tell: recommendation },
  conflict: (input) => (decisionsNamed(input).size > 1 ? wrongDecision(input) : null),
  calls: ['decisions.create', 'assessments.get', 'policy.show'],
  exitCodes: [8],
  columns: () => DECISION_COLUMNS,
  async run(input, deps) {
    const [named] = decisionsNamed(input);
    const kind = DECISION_KINDS.find((known) => known === named);
    if (kind === undefined) return { ok: false, problem: wrongDecision(input) };
    const request: OperationInput<'decisions.create'> = {
      application_id: input.args[0] ?? '',
      decision: kind,
      ...given({
        approved_amount: mapped(textOption(input, 'amount'), plainAmount),
        interest_rate: textOption(input, 'rate'),
        term_months: textOption(input, 'term'),
        day_count: textOption(input, 'dayCount'),
        repayment_style: textOption(input, 'style'),
        grace_months: textOption(input, 'grace'),
        revenue_share_percent: textOption(input, 'revenueShare'),
        rejection_reason: textOption(input, 'reason'),
        override_reason: textOption(input, 'overrideReason'),
        note: textOption(input, 'note'),
      }),
      decision_maker_id: deps.officer ?? (await deps.backend()).signedInAs ?? deps.actor,
    };
    return kind === 'approved' ? approve(request, deps) : record(request, deps);
  },
};

function isApproval(options: CommandInput['options']): boolean {
  return options.approve === true || options.decision === 'approved';
}

function isRejection(options: CommandInput['options']): boolean {
  return options.reject === true || options.decision === 'rejected';
}

/** The decisions the flags name: one, unless something is wrong. */
function decisionsNamed(input: CommandInput): ReadonlySet<string> {
  const named = new Set<string>();
  if (switchOption(input, 'approve')) named.add('approved');
  if (switchOption(input, 'reject')) named.add('rejected');
  if (switchOption(input, 'review')) named.add('pending_review');
  const word = textOption(input, 'decision');
  if (word !== undefined) named.add(word);
  return named;
}

function wrongDecision(input: CommandInput): Problem {
  const named = [...decisionsNamed(input)];
  return {
    code: named.length === 0 ? 'values_missing' : 'usage',
    detail:
      named.length === 0
        ? 'No decision is given.'
        : `${named.length === 2 ? 'Two' : named.length} decisions are given: ${named.join(' and ')}.`,
    hint: 'Give one of --approve, --reject, --review.',
  };
}

function mapped(text: string | undefined, change: (text: string) => string): string | undefined {
  return text === undefined ? undefined : change(text);
}

async function record(request: OperationInput<'decisions.create'>, deps: Deps): Promise<CommandResult> {
  const answer = await (await deps.backend()).call('decisions.create', request, { dryRun: deps.dryRun });
  return answer.ok ? shown(answer.value, [], deps) : answer;
}

async function approve(request: OperationInput<'decisions.create'>, deps: Deps): Promise<CommandResult> {
  const done = await carryOut(deps, 'decisions.create', request, async (plan) => {
    const asked = await applicationOf(plan.application_id, deps);
    return {
      summary: [...(asked === null ? [] : [applicationInWords(asked)]), ...comparison(plan, asked)],
      question: `Approve ${plan.application_id}${asked === null ? '' : ` of ${asked.business_name}`}?`,
      // A decision is final. Enter is enough to follow the recommendation; going against it takes a typed yes.
      defaultYes: (plan.overrides ?? null) === null,
    };
  });
  if (!done.ok) return done;
  const { loan_id } = done.value;
  const next = deps.dryRun || loan_id === null ? [] : [`next: loandesk disburse ${loan_id}`];
  return shown(done.value, [...(deps.assumeYes ? comparison(done.value, null) : []), ...next], deps);
}

/** Recommended beside given, for what differs and what does not; the term beside the one asked for. */
function comparison(plan: OperationOutput<'decisions.create'>, asked: Application | null): string[] {
  // A server of another make recommends in the assessment only.
  const recommended = plan.recommended ?? null;
  const amount = moneyInWords(plan.approved_amount ?? 0);
  return [
    ...costInWords(plan),
    ...(recommended === null
      ? []
      : [
          `amount: recommended ${moneyInWords(recommended.amount)}, given ${amount}`,
          `rate: recommended ${recommended.interest_rate} %, given ${plan.interest_rate} %`,
        ]),
    ...(asked === null
      ? []
      : [`term: asked for ${asked.requested_term_months} months, given ${plan.term_months}`]),
  ];
}

/** What the borrower pays for it; a server of another make does not say. */
function costInWords(plan: OperationOutput<'decisions.create'>): string[] {
  const { effective_annual_rate, total_interest, total_payment } = plan;
  if ((effective_annual_rate ?? null) === null) return [];
  const interest = moneyInWords(total_interest ?? 0);
  const total = moneyInWords(total_payment ?? 0);
  return [
    `cost: effective rate ${effective_annual_rate} % a year, total interest ${interest}, total to repay ${total}`,
  ];
}

/** What a person reads before typing the terms: what is asked for and what the assessment recommends. */
async function recommendation(input: CommandInput, deps: Deps): Promise<readonly string[]> {
  const applicationId = input.args[0] ?? '';
  const asked = await applicationOf(applicationId, deps);
  const found = await (await deps.backend()).call('assessments.get', { application_id: applicationId });
  const lines = asked === null ? [] : [applicationInWords(asked)];
  // A refusal here is the operation's to give, once the terms are there.
  if (!found.ok) return lines;
  const { recommended_amount, recommended_interest_rate, assessment_notes } = found.value;
  const offer = `${moneyInWords(recommended_amount)} EGP at ${recommended_interest_rate} %`;
  return [...lines, `Recommended: ${offer}. ${assessment_notes}`];
}

/** What the assessment recommends and what the application asks for; null where there is nothing to follow. */
async function proposed(input: CommandInput, deps: Deps) {
  const applicationId = input.args[0] ?? '';
  const found = await (await deps.backend()).call('assessments.get', { application_id: applicationId });
  const asked = await applicationOf(applicationId, deps);
  const isOffered = found.ok && found.value.recommended_amount > 0;
  return {
    amount: isOffered ? moneyInWords(found.value.recommended_amount) : null,
    rate: isOffered ? String(found.value.recommended_interest_rate) : null,
    term: asked === null ? null : String(asked.requested_term_months),
  };
}

/** Whether the terms typed are other than the ones recommended. */
async function differs(input: CommandInput, deps: Deps): Promise<boolean> {
  if (!isApproval(input.options)) return false;
  const { amount, rate } = await proposed(input, deps);
  const typed = Number(plainAmount(textOption(input, 'amount') ?? ''));
  return typed !== Number(plainAmount(amount ?? '')) || Number(textOption(input, 'rate')) !== Number(rate);
}

function shown(
  data: OperationOutput<'decisions.create'>,
  said: readonly string[],
  deps: Deps,
): CommandResult {
  const { exitCode, notices } = awaiting(data, deps);
  return {
    ok: true,
    data,
    view: {
      shape: 'record',
      columns: DECISION_COLUMNS,
    },
    exitCode,
    notices: [...notices, ...said],
  };
}
