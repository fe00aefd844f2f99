/** Every word a printed document says, in one language. */
export interface DocumentWords {
  readonly title: Readonly<
    Record<'statement' | 'schedule' | 'payoff' | 'quote' | 'receipt' | 'index', string>
  >;
  readonly label: Readonly<Record<LabelKey, string>>;
  readonly kind: Readonly<Record<string, string>>;
  readonly installmentStatus: Readonly<Record<string, string>>;
  readonly loanStatus: Readonly<Record<string, string>>;
  readonly method: Readonly<Record<string, string>>;
  readonly style: Readonly<Record<string, string>>;
  /** Of those that are words; the others are names like `actual/365` in any language. */
  readonly dayCount: Readonly<Record<string, string>>;
  /** Beside a struck line. */
  readonly reversed: string;
  readonly reversedMark: string;
  readonly noMovement: string;
  readonly noInstallment: string;
  readonly previewNote: string;
  readonly quoteNote: string;
  /** With the amount and the days. */
  readonly lateFeeNote: (amount: string, days: number) => string;
  readonly penaltyNote: (percent: string) => string;
  readonly currencyNote: string;
  readonly printedFrom: string;
  readonly anchor: string;
  readonly noAnchor: string;
  readonly policyVersion: string;
}

type LabelKey =
  | 'loan'
  | 'borrower'
  | 'merchant'
  | 'approved'
  | 'paidOut'
  | 'paidOutOn'
  | 'rate'
  | 'term'
  | 'grace'
  | 'style'
  | 'dayCount'
  | 'effectiveRate'
  | 'maturity'
  | 'status'
  | 'from'
  | 'to'
  | 'asOf'
  | 'knownAt'
  | 'valueDate'
  | 'booked'
  | 'description'
  | 'reference'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'totalMovements'
  | 'closingBalance'
  | 'inYourFavour'
  | 'interestDue'
  | 'feesDue'
  | 'payoff'
  | 'arrears'
  | 'nextDue'
  | 'number'
  | 'dueDate'
  | 'installment'
  | 'principal'
  | 'interest'
  | 'fees'
  | 'paid'
  | 'total'
  | 'totalInterest'
  | 'totalPayment'
  | 'perDay'
  | 'amount'
  | 'startDate'
  | 'payment'
  | 'paymentDate'
  | 'method'
  | 'bankReference'
  | 'received'
  | 'creditPart'
  | 'remaining'
  | 'bookedAt'
  | 'bookedBy'
  | 'batch'
  | 'reversedOn'
  | 'reason'
  | 'file';
