import type { OperationName } from './operation-types.ts';

/** One sentence for each operation, for the description of the service. */
const WORDS: Partial<Record<OperationName, string>> = {
  'applications.create': 'Create a loan application.',
  'applications.create_many': 'Create many loan applications, all or none.',
  'applications.list': 'List loan applications.',
  'applications.get': 'Read a loan application with its decisions.',
  'assessments.get': 'Read the credit assessment of an application.',
  'decisions.create': 'Record the decision on an application; an approval creates the loan.',
  'disbursements.create': 'Register a disbursement of a loan.',
  'disbursements.get': 'Read a disbursement.',
  'disbursements.list': 'List disbursements.',
  'disbursements.complete': 'Complete a disbursement that is settled by hand.',
  'disbursements.fail': 'Mark a disbursement failed.',
  'payments.create': 'Book a repayment; it is split into interest and principal.',
  'payments.get': 'Read a payment with its split.',
  'loans.get': 'Read a loan account.',
  'loans.list': 'List loan accounts.',
  'loans.schedule': 'Read the schedule of a loan with what is paid of each installment.',
  'loans.payments': 'Read the payments of a loan with their splits.',
  'loans.disbursements': 'List the disbursements of a loan.',
  'loans.payoff': 'Read what settles a loan at a date.',
  'loans.explain': 'Read how the figures of a loan came about.',
  'loans.cancel': 'Cancel a loan nothing is paid out on.',
  'quotes.get': 'Compute the schedule a loan would have.',
  'merchants.list': 'List merchants.',
  'merchants.get': 'Read a merchant with the status of its stores.',
  'merchants.orders': "Read a merchant's orders.",
  'merchants.import': 'Import merchants, stores and orders.',
  'merchants.sales': "Read a merchant's sales by month.",
  'users.list': 'List users.',
  'users.get': 'Read a user.',
  'users.transactions': "Read a user's transactions.",
  'users.summary': "Read the summary of a user's transactions by month.",
  'users.flags': "Read a user's flags.",
  'users.flags_summary': "Read the counts of a user's flags by month.",
  'users.features': "Read the features computed over a user's transactions and flags.",
  'users.import': 'Import users, their transactions and their flags.',
  'policy.show': 'Read the policy values in force.',
  'policy.set': 'Set a policy value from a date on.',
  'policy.history': 'Read the versions of the policy.',
};

/** What an operation does, in one sentence; its name where none is kept. */
export function operationWords(name: OperationName): string {
  return WORDS[name] ?? name;
}
