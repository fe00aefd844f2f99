import type { CalendarDate } from '../../domain/dates.ts';
import type { LoanFacts } from '../../domain/loan-facts.ts';
import type { Piastres } from '../../domain/money.ts';
import { type PlannedReceipt, planReceipts } from '../../domain/planned-receipts.ts';
import type { SplitChange } from '../../domain/replay.ts';
import type { LoanDossier, ReadTx, WriteTx } from '../../store/port.ts';
import { breathe, pausing } from '../breathing.ts';
import type { Call } from '../call.ts';
import { nextEventOrder } from '../loans/next-event-order.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { type BatchFile, type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import type { PaymentsBefore } from './recognise-payments.ts';

/** Loans that are loaded together, with all their payments, and then let go. */
const LOANS_AT_ONCE = 250;
/** Rows that are planned without hearing whether somebody has had enough of it. */
const ROWS_A_BREATH = 1_000;

/** A loan whose earlier payments, or what was written off of it, may be corrected. */
export interface CorrectedLoan {
  readonly dossier: LoanDossier;
  readonly after: LoanFacts;
  readonly changes: readonly SplitChange[];
}

/** What was in force when the loans were planned. */
export interface PlannedLoans {
  readonly corrected: readonly CorrectedLoan[];
  readonly closedThrough: CalendarDate | null;
}

/** In a unit that posts what is planned, its loans are nobody else's before they are read. */
export type PlanningTx = ReadTx & { readonly holdLoans?: WriteTx['holdLoans'] };

/** Plans the rows that were matched, loan by loan in date order: how each is divided, or why it cannot be booked. */
export async function planLoans(
  tx: PlanningTx,
  rows: PlannedRows,
  { file, before }: { readonly file: BatchFile; readonly before: PaymentsBefore },
  call: Call,
): Promise<PlannedLoans> {
  const policy = await policyInForce(tx, call.today);
  const closedThrough = await booksClosedThrough(tx, policy, call.today);
  const inForce = {
    businessDate: call.today,
    closedThrough,
    acceptOverpayment: policy.values.acceptOverpayment,
  };
  const rowsOfLoan = new Map<string, Uint32Array>();
  for (const one of rows.byLoan(({ outcome }) => outcome === 'post')) rowsOfLoan.set(one.loanId, one.rows);
  const loanIds = [...rowsOfLoan.keys()];
  await tx.holdLoans?.(loanIds);
  const corrected: CorrectedLoan[] = [];
  let sinceBreath = 0;
  for (let from = 0; from < loanIds.length; from += LOANS_AT_ONCE) {
    for (const dossier of await tx.loans.byIds(loanIds.slice(from, from + LOANS_AT_ONCE))) {
      const matched = Array.from(rowsOfLoan.get(dossier.loan.loanId) ?? [], (at) => rows.at(at));
      const ofLoan = await before.takeFrom(matched, dossier);
      const { planned, changes, facts } = await pausing(
        planReceipts({
          ...inForce,
          facts: dossier,
          firstOrder: nextEventOrder(dossier),
          receipts: ofLoan.map((row, at) => ({
            // Payments get their ids when they are posted; until then the place tells them apart.
            paymentId: `row ${at}`,
            amountPiastres: row.amountPiastres as Piastres,
            paymentDate: paymentDateOf(row.part, file.use_value_date),
          })),
        }),
      );
      ofLoan.forEach((row, at) => {
        takePlanned(row, planned[at] as PlannedReceipt, file);
      });
      const mayChangeBooks = changes.length > 0 || dossier.writeOffs.length > 0;
      if (mayChangeBooks) corrected.push({ dossier, after: facts, changes });
      sinceBreath += matched.length;
      if (sinceBreath < ROWS_A_BREATH) continue;
      sinceBreath = 0;
      await breathe();
    }
  }
  return { corrected, closedThrough };
}

function takePlanned(row: PlannedRow, planned: PlannedReceipt, file: BatchFile): void {
  if (planned.outcome === 'post') {
    row.takeSplit(planned.split, planned.order);
  } else {
    const { code, message } = planned.refusal;
    // Staff can correct what they prepared; what a bank says happened did happen.
    if (file.has_account) row.hold(code, message, [row.loanId as string]);
    else row.refuse(code, message);
  }
}
