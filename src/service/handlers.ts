import type { OperationInput, OperationName, OperationOutput } from '../contract/operation-types.ts';
import type { OPERATIONS } from '../contract/operations.ts';
import type { Preparation, ReadHandler, WriteHandler } from './call.ts';

/** The handler an operation needs: one that writes gets a writing transaction, and what was prepared for it. */
type HandlerOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['writes'] extends true
  ? WriteHandler<OperationInput<Name>, OperationOutput<Name>, never>
  : ReadHandler<OperationInput<Name>, OperationOutput<Name>>;

interface Service<Name extends OperationName> {
  handle: HandlerOf<Name>;
  prepare?: Preparation<OperationInput<Name>, unknown>;
  /** About how many rows it inserts, when it does nothing but insert. */
  insertCount?(prepared: never): number;
  /** Of one that rests on rows of imported files, or frees them. */
  alone?: 'imports';
}

type HandlerTable = { readonly [Name in OperationName]: () => Promise<Service<Name>> };

/** Where each operation is carried out; loaded on first use, so that a command pays only for its own. */
export const HANDLERS: HandlerTable = {
  'applications.create': () => import('./applications/create-application.ts'),
  'applications.create_many': () => import('./applications/create-applications.ts'),
  'applications.list': () => import('./applications/list-applications.ts'),
  'applications.get': () => import('./applications/get-application.ts'),
  'assessments.get': () => import('./assessments/get-assessment.ts'),
  'decisions.create': () => import('./decisions/create-decision.ts'),
  'disbursements.create': () => import('./disbursements/create-disbursement.ts'),
  'disbursements.get': () => import('./disbursements/get-disbursement.ts'),
  'disbursements.list': () => import('./disbursements/list-disbursements.ts'),
  'disbursements.complete': () => import('./disbursements/complete-disbursement.ts'),
  'disbursements.fail': () => import('./disbursements/fail-disbursement.ts'),
  'payments.create': () => import('./payments/create-payment.ts'),
  'payments.get': () => import('./payments/get-payment.ts'),
  'payments.reverse': () => import('./payments/reverse-payment.ts'),
  'loans.get': () => import('./loans/get-loan.ts'),
  'loans.list': () => import('./loans/list-loans.ts'),
  'loans.schedule': () => import('./loans/get-schedule.ts'),
  'loans.payments': () => import('./loans/list-payments.ts'),
  'loans.disbursements': () => import('./disbursements/list-disbursements.ts'),
  'loans.payoff': () => import('./loans/get-payoff.ts'),
  'loans.explain': () => import('./loans/explain-loan.ts'),
  'loans.statement': () => import('./loans/get-statement.ts'),
  'payments.receipt': () => import('./payments/get-receipt.ts'),
  'loans.cancel': () => import('./loans/cancel-loan.ts'),
  'loans.write_off': () => import('./loans/write-off-loan.ts'),
  'loans.reverse_write_off': () => import('./loans/reverse-write-off.ts'),
  'loans.refund': () => import('./loans/refund-credit.ts'),
  'payment_batches.plan': () => import('./batches/plan-batch.ts'),
  'payment_batches.list': () => import('./receipts/list-batches.ts'),
  'payment_batches.get': () => import('./receipts/get-batch.ts'),
  'payment_batches.undo': () => import('./receipts/undo-batch.ts'),
  'held_rows.list': () => import('./receipts/list-held-rows.ts'),
  'held_rows.get': () => import('./receipts/get-held-row.ts'),
  'held_rows.match': () => import('./receipts/match-held-row.ts'),
  'held_rows.accept': () => import('./receipts/accept-held-row.ts'),
  'held_rows.dismiss': () => import('./receipts/dismiss-held-row.ts'),
  'reports.reconciliation': () => import('./reports/reconciliation.ts'),
  'payment_batches.post': () => import('./batches/post-batch.ts'),
  'quotes.get': () => import('./loans/get-quote.ts'),
  'documents.letterhead': () => import('./documents/letterhead.ts'),
  'merchants.list': () => import('./merchants/list-merchants.ts'),
  'merchants.get': () => import('./merchants/get-merchant.ts'),
  'merchants.orders': () => import('./merchants/list-orders.ts'),
  'merchants.import': () => import('./merchants/import-records.ts'),
  'merchants.put': () => import('./merchants/put-merchant.ts'),
  'merchants.add_orders': () => import('./merchants/add-orders.ts'),
  'merchants.sales': () => import('./merchants/monthly-sales.ts'),
  'users.list': () => import('./users/list-users.ts'),
  'users.get': () => import('./users/get-user.ts'),
  'users.transactions': () => import('./users/list-transactions.ts'),
  'users.summary': () => import('./users/transactions-summary.ts'),
  'users.flags': () => import('./users/list-flags.ts'),
  'users.flags_summary': () => import('./users/flags-summary.ts'),
  'users.features': () => import('./users/get-features.ts'),
  'users.import': () => import('./users/import-records.ts'),
  'users.put': () => import('./users/put-user.ts'),
  'users.add_transactions': () => import('./users/add-transactions.ts'),
  'users.add_flags': () => import('./users/add-flags.ts'),
  'policy.show': () => import('./policy/show-policy.ts'),
  'policy.set': () => import('./policy/set-policy.ts'),
  'policy.history': () => import('./policy/policy-history.ts'),
  'loans.notes': () => import('./loans/list-notes.ts'),
  'loans.add_note': () => import('./loans/add-note.ts'),
  'loans.add_alias': () => import('./loans/add-alias.ts'),
  'payments.list': () => import('./payments/list-all-payments.ts'),
  'payments.totals': () => import('./payments/payment-totals.ts'),
  'reports.portfolio': () => import('./reports/portfolio.ts'),
  'reports.ageing': () => import('./reports/ageing.ts'),
  'reports.due': () => import('./reports/due.ts'),
  'reports.trial_balance': () => import('./reports/trial-balance.ts'),
  'reports.revenue_share': () => import('./reports/revenue-share.ts'),
  'reports.decisions': () => import('./reports/decisions.ts'),
  'find.list': () => import('./find/find-all.ts'),
  'today.get': () => import('./today/get-today.ts'),
  'auth.token': () => import('./access/sign-in.ts'),
  'auth.refresh': () => import('./access/refresh-token.ts'),
  'auth.revoke': () => import('./access/revoke-token.ts'),
  'officers.list': () => import('./officers/list-officers.ts'),
  'officers.add': () => import('./officers/add-officer.ts'),
  'officers.disable': () => import('./officers/disable-officer.ts'),
  'officers.password': () => import('./officers/set-password.ts'),
  'approvals.list': () => import('./approvals/list-approvals.ts'),
  'approvals.withdraw': () => import('./approvals/withdraw-approval.ts'),
  'audit.list': () => import('./audit/list-audit.ts'),
  'audit.get': () => import('./audit/get-audit-record.ts'),
  'events.list': () => import('./audit/list-events.ts'),
  'disbursements.export': () => import('./disbursements/export-disbursements.ts'),
  'disbursements.exported': () => import('./disbursements/get-export.ts'),
  'journal.list': () => import('./ledger/list-journal.ts'),
  'ledger.info': () => import('./ledger/ledger-info.ts'),
  'ledger.verify': () => import('./ledger/verify.ts'),
};
