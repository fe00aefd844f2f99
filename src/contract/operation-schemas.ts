import type { z } from 'zod';
import type { OperationName } from './operation-types.ts';
import {
  applicationPage,
  applicationRequest,
  applicationWithHistory,
  createApplicationRequest,
  createApplicationsRequest,
  listApplicationsRequest,
  takenApplication,
  takenApplications,
} from './schemas/applications.ts';
import { assessment, assessmentRequest } from './schemas/assessments.ts';
import { decideRequest, decision } from './schemas/decisions.ts';
import {
  completeDisbursementRequest,
  disbursement,
  disbursementRequest,
  disbursements,
  disburseRequest,
  failDisbursementRequest,
  listDisbursementsRequest,
  loanDisbursementsRequest,
  registeredDisbursement,
  settledDisbursement,
} from './schemas/disbursements.ts';
import { ledgerInfo, ledgerInfoRequest, verification, verifyRequest } from './schemas/ledger.ts';
import {
  cancelRequest,
  explanation,
  listLoansRequest,
  loan,
  loanPage,
  loanRequest,
  payment,
  paymentRequest,
  payments,
  payoff,
  quote,
  quoteRequest,
  schedule,
} from './schemas/loans.ts';
import {
  dataImportResult,
  listMerchantsRequest,
  merchant,
  merchantOrders,
  merchantOrdersRequest,
  merchantPage,
  merchantRecordsRequest,
  merchantRequest,
  merchantSales,
  userRecordsRequest,
} from './schemas/merchants.ts';
import { bookedPayment, payRequest } from './schemas/payments.ts';
import {
  policy,
  policyChange,
  policyHistory,
  policyHistoryRequest,
  setPolicyRequest,
  showPolicyRequest,
} from './schemas/policy.ts';
import {
  features,
  featuresRequest,
  flagsSummary,
  listUsersRequest,
  transactionsSummary,
  user,
  userFlags,
  userRequest,
  users,
  userTransactions,
  userTransactionsRequest,
} from './schemas/users.ts';

/**
 * Request and response schema of every operation. Apart from the table itself, because zod costs start-up time
 * that `loan show` has no use for: the OpenAPI document and the contract tests load it.
 */
export const OPERATION_SCHEMAS = {
  'applications.create': { request: createApplicationRequest, response: takenApplication },
  'applications.create_many': { request: createApplicationsRequest, response: takenApplications },
  'applications.list': { request: listApplicationsRequest, response: applicationPage },
  'applications.get': { request: applicationRequest, response: applicationWithHistory },
  'assessments.get': { request: assessmentRequest, response: assessment },
  'decisions.create': { request: decideRequest, response: decision },
  'disbursements.create': { request: disburseRequest, response: registeredDisbursement },
  'disbursements.get': { request: disbursementRequest, response: disbursement },
  'disbursements.list': { request: listDisbursementsRequest, response: disbursements },
  'disbursements.complete': { request: completeDisbursementRequest, response: settledDisbursement },
  'disbursements.fail': { request: failDisbursementRequest, response: settledDisbursement },
  'payments.create': { request: payRequest, response: bookedPayment },
  'payments.get': { request: paymentRequest, response: payment },
  'loans.get': { request: loanRequest, response: loan },
  'loans.list': { request: listLoansRequest, response: loanPage },
  'loans.schedule': { request: loanRequest, response: schedule },
  'loans.payments': { request: loanRequest, response: payments },
  'loans.disbursements': { request: loanDisbursementsRequest, response: disbursements },
  'loans.payoff': { request: loanRequest, response: payoff },
  'loans.explain': { request: loanRequest, response: explanation },
  'loans.cancel': { request: cancelRequest, response: loan },
  'quotes.get': { request: quoteRequest, response: quote },
  'merchants.list': { request: listMerchantsRequest, response: merchantPage },
  'merchants.get': { request: merchantRequest, response: merchant },
  'merchants.orders': { request: merchantOrdersRequest, response: merchantOrders },
  'merchants.import': { request: merchantRecordsRequest, response: dataImportResult },
  'merchants.sales': { request: merchantRequest, response: merchantSales },
  'users.list': { request: listUsersRequest, response: users },
  'users.get': { request: userRequest, response: user },
  'users.transactions': { request: userTransactionsRequest, response: userTransactions },
  'users.summary': { request: userRequest, response: transactionsSummary },
  'users.flags': { request: userRequest, response: userFlags },
  'users.flags_summary': { request: userRequest, response: flagsSummary },
  'users.features': { request: featuresRequest, response: features },
  'users.import': { request: userRecordsRequest, response: dataImportResult },
  'policy.show': { request: showPolicyRequest, response: policy },
  'policy.set': { request: setPolicyRequest, response: policyChange },
  'policy.history': { request: policyHistoryRequest, response: policyHistory },
  'ledger.info': { request: ledgerInfoRequest, response: ledgerInfo },
  'ledger.verify': { request: verifyRequest, response: verification },
} as const satisfies Record<OperationName, { request: z.ZodType; response: z.ZodType }>;
