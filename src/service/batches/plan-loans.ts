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
import { equalPayments } from './equal-payments.ts';
import { OtherKinds } from './other-kinds.ts';
import { type BatchFile, type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import type { FileWarning } from './statement-checks.ts';

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
  readonly warnings: readonly FileWarning[];
  readonly closedThrough: CalendarDate | null;
}

/** In a unit that posts what is planned, its loans are nobody else's before they are read. */
export type PlanningTx = ReadTx & { readonly holdLoans?: WriteTx['holdLoans'] };

/** Plans the rows that were matched, loan by loan in date order: how each is divided, or why it cannot be booked. */
export async function planLoans(
  tx: PlanningTx,
  rows: PlannedRows,
  file: BatchFile,
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
  const warnings: FileWarning[] = [];
  const otherKinds = new OtherKinds(tx, rows, file);
  let sinceBreath = 0;
  for (let from = 0; from < loanIds.length; from += LOANS_AT_ONCE) {
    for (const dossier of await tx.loans.byIds(loanIds.slice(from, from + LOANS_AT_ONCE))) {
      const matched = Array.from(rowsOfLoan.get(dossier.loan.loanId) ?? [], (at) => rows.at(at));
      const ofLoan = await otherKinds.takeFrom(matched, dossier);
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
            paymentReference: row.reference,
          })),
        }),
      );
      ofLoan.forEach((row, at) => {
        takePlanned(row, planned[at] as PlannedReceipt, file);
      });
      warnings.push(...equalPayments(dossier, ofLoan, file.use_value_date));
      const mayChangeBooks = changes.length > 0 || dossier.writeOffs.length > 0;
      if (mayChangeBooks) corrected.push({ dossier, after: facts, changes });
      sinceBreath += matched.length;
      if (sinceBreath < ROWS_A_BREATH) continue;
      sinceBreath = 0;
      await breathe();
    }
  }
  return { corrected, warnings, closedThrough };
}

function takePlanned(row: PlannedRow, planned: PlannedReceipt, file: BatchFile): void {
  if (planned.outcome === 'post') {
    row.takeSplit(planned.split, planned.order);
  } else if (planned.outcome === 'already_imported') {
    row.outcome = 'already_imported';
    row.paymentId = planned.paymentId;
    row.reason = `it is payment ${planned.paymentId}, booked by hand`;
  } else {
    const { code, message } = planned.refusal;
    // Staff can correct what they prepared; what a bank says happened did happen. A payment that was taken back is
    // for a person to look at, wherever the row stands.
    if (file.has_account || code === 'reversed_before') row.hold(code, message, [row.loanId as string]);
    else row.refuse(code, message);
  }
}
