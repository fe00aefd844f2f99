import { applicationInput, applied, approvalOf, setPolicy } from '../desk-loans.ts';
import { mistyped, NO_APPLICATION, type RefusalCase, refusal } from './refusal-case.ts';

const NOTHING = {
  merchant_id: '',
  business_name: 'x'.repeat(201),
  requested_amount: '999.99',
  loan_purpose: 'inventry',
  monthly_sales_volume: '-5',
  platform_type: 'platform_z',
  requested_term_months: 121,
};
const EVERY_FAULT = [
  '/merchant_id invalid_text',
  '/business_name invalid_text',
  '/requested_amount out_of_bounds',
  '/loan_purpose invalid_choice',
  '/monthly_sales_volume invalid_amount',
  '/platform_type invalid_choice',
  '/requested_term_months out_of_bounds',
];

/** One bad value each, with what the message must name. */
const BAD_VALUES: readonly [string, Record<string, string | number>, readonly string[], string][] = [
  [
    'less than 1,000.00',
    { requested_amount: '999.99' },
    ['999.99', '1,000.00', '100,000,000.00'],
    'out_of_bounds',
  ],
  ['more than 100,000,000.00', { requested_amount: '100000000.01' }, ['100,000,000.01'], 'out_of_bounds'],
  ['three decimals', { requested_amount: '1500.505' }, ['1500.505', 'two decimals'], 'invalid_amount'],
  ['an exponent', { requested_amount: '1e5' }, ['1e5', 'exponent'], 'invalid_amount'],
  ['no month', { requested_term_months: 0 }, ['1 to 120', '0'], 'out_of_bounds'],
  ['121 months', { requested_term_months: '121' }, ['1 to 120', '121'], 'out_of_bounds'],
  ['half a month', { requested_term_months: 1.5 }, ['whole number', '1.5'], 'invalid_number'],
  ['negative sales', { monthly_sales_volume: -1 }, ['-1', 'negative'], 'invalid_amount'],
  ['a name of 201 characters', { business_name: 'n'.repeat(201) }, ['201', '200'], 'invalid_text'],
  ['an empty name', { business_name: ' ' }, ['business_name is empty'], 'invalid_text'],
  ['a direction character', { business_name: 'Nile \u202eTextiles' }, ['U+202E'], 'invalid_text'],
  ['a control character', { merchant_id: 'M\u00071' }, ['U+0007'], 'invalid_text'],
  ['an id of 65 characters', { merchant_id: 'M'.repeat(65) }, ['65', '64'], 'invalid_text'],
  ['a purpose that is none', { loan_purpose: 'inventry' }, ['did you mean inventory'], 'invalid_choice'],
  ['a platform that is none', { platform_type: 'shop' }, ['platform_c_seller'], 'invalid_choice'],
  ['a long reference', { external_reference: 'r'.repeat(65) }, ['65', '64'], 'invalid_text'],
];

const taking: readonly RefusalCase[] = [
  refusal('applications.create', 'validation_failed', 'every field is wrong', () => ({
    input: applicationInput(NOTHING),
    says: ['7 fields', 'merchant_id', 'requested_term_months'],
    faults: EVERY_FAULT,
  })),
  ...BAD_VALUES.map(([what, bad, says, code]) =>
    refusal('applications.create', 'validation_failed', what, () => ({
      input: applicationInput(bad),
      says,
      faults: [`/${Object.keys(bad)[0]} ${code}`],
    })),
  ),
  refusal('applications.create', 'merchant_unknown', 'the policy wants known merchants', async (desk) => {
    await setPolicy(desk, 'require_known_merchant', 'true');
    return { input: applicationInput({ merchant_id: 'M-404' }), says: ['M-404'], hints: 'merchants import' };
  }),
  refusal('applications.create', 'reference_conflict', 'the reference is taken', async (desk) => {
    const first = await applied(desk, { external_reference: 'CRM-77' });
    return {
      input: applicationInput({ external_reference: 'CRM-77' }),
      says: ['CRM-77', first],
      hints: first,
    };
  }),
  refusal('applications.create', 'reference_conflict', 'years later', async (desk) => {
    const first = await applied(desk, { external_reference: 'CRM-77' });
    desk.today = '2036-03-01';
    return { input: applicationInput({ external_reference: 'CRM-77' }), says: [first] };
  }),
  refusal('applications.create_many', 'validation_failed', 'two of three are wrong', () => ({
    input: {
      applications: [
        applicationInput({ requested_amount: 5 }),
        applicationInput(),
        { ...applicationInput(), requested_term_months: undefined, amount: 5 },
      ],
    },
    says: ['applications 1, 3 are'],
    faults: [
      '/0/requested_amount out_of_bounds',
      '/2/requested_term_months required',
      '/2/requested_term_months unknown_field',
      '/2/amount unknown_field',
    ].filter((fault) => fault !== '/2/requested_term_months unknown_field'),
  })),
  refusal('applications.create_many', 'validation_failed', 'one is no object', () => ({
    input: { applications: [applicationInput(), 'M-1'] },
    says: ['application 2'],
    faults: ['/1 invalid_type'],
  })),
  refusal('applications.create_many', 'merchant_unknown', 'one merchant is unknown', async (desk) => {
    await setPolicy(desk, 'require_known_merchant', 'true');
    return {
      input: { applications: [applicationInput({ merchant_id: 'M-404' })] },
      says: ['application 1', 'M-404'],
    };
  }),
  refusal('applications.create_many', 'reference_conflict', 'two share a reference', () => ({
    input: {
      applications: [
        applicationInput({ external_reference: 'CRM-1' }),
        applicationInput({ external_reference: 'CRM-1' }),
      ],
    },
    says: ['application 2', 'CRM-1'],
  })),
  refusal('applications.list', 'invalid_query', 'a status is none', () => ({
    input: { status: 'submitted,open' },
    says: ['open', 'pending_review'],
  })),
  refusal('applications.list', 'invalid_query', 'a page is too large', () => ({
    input: { size: 501 },
    says: ['501', '500'],
  })),
];

/** The three ways an application's id can be wrong, for each operation that takes one. */
const ids: readonly RefusalCase[] = (
  ['applications.get', 'assessments.get', 'decisions.create'] as const
).flatMap((operation) => {
  const inputOf = (id: string) =>
    operation === 'decisions.create' ? approvalOf(id) : { application_id: id };
  return [
    refusal(operation, 'invalid_id', 'the id is a word', () => ({
      input: inputOf('nile'),
      says: ['nile', 'APP-'],
    })),
    refusal(operation, 'invalid_id', 'the id is that of a loan', () => ({
      input: inputOf('LN-00000000S'),
      says: ['LN-00000000S', 'is a loan id'],
    })),
    refusal(operation, 'id_mistyped', 'one character is wrong', async (desk) => {
      const id = await applied(desk);
      return { input: inputOf(mistyped(id)), says: [mistyped(id), 'mistyped'], hints: id };
    }),
    refusal(operation, 'application_not_found', 'there is none', () => ({
      input: inputOf(NO_APPLICATION),
      says: [NO_APPLICATION],
      hints: 'applications ls',
    })),
  ];
});

export const APPLICATION_REFUSALS: readonly RefusalCase[] = [...taking, ...ids];
