import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { cairoDateOf, endOfCairoDayMs, startOfCairoDayMs } from '../../domain/cairo-date.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { glAccountsFor } from '../../domain/export-policy.ts';
import { type GlAccounts, glAccountOf } from '../../domain/gl-accounts.ts';
import { amountToNumber, type Piastres } from '../../domain/money.ts';
import type { PolicyDocument } from '../../domain/policy-document.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { SealedEntry } from '../../store/records.ts';
import type { ReadHandler } from '../call.ts';
import { readWhole } from '../paging.ts';
import { policyInForce } from '../policy/policy-in-force.ts';

const DEFAULT_SIZE = 100;
const MAX_SIZE = 500;
const MAX_SEQUENCE = 999_999_999_999;

/**
 * Journal entries in the order in which they were booked, after a sequence already seen, so that each is handed on
 * exactly once; with `booked_on` only those that became known on that day. The bank's codes of the accounts go by the
 * day of the booking, whenever it is asked.
 */
export const handle: ReadHandler<OperationInput<'journal.list'>, OperationOutput<'journal.list'>> = async (
  tx,
  input,
  call,
) => {
  const after = readWhole('after', input.after, 0, MAX_SEQUENCE, 0);
  if (isRefusal(after)) return after;
  const size = readWhole('size', input.size, 1, MAX_SIZE, DEFAULT_SIZE);
  if (isRefusal(size)) return size;
  const booked = readBookedOn(input.booked_on);
  if (isRefusal(booked)) return booked;
  const entries = await tx.journal.inSequence({ after, ...booked }, size);
  const { document } = await policyInForce(tx, call.today);
  const codesOn = glAccountsByDay(document);
  return entries.map((entry) => entryResponse(entry, codesOn));
};

function readBookedOn(text: string | undefined): { bookedFrom?: string; bookedUntil?: string } | Refusal {
  if (text === undefined) return {};
  const date = parseDate(text);
  if (isRefusal(date)) {
    return refuse('invalid_query', `booked_on: ${date.message}`, { hint: 'Write it as YYYY-MM-DD.' });
  }
  return {
    bookedFrom: new Date(startOfCairoDayMs(date)).toISOString(),
    bookedUntil: new Date(endOfCairoDayMs(date)).toISOString(),
  };
}

/** Entries of one day follow each other, so the document is read once for each day. */
function glAccountsByDay(document: PolicyDocument): (day: CalendarDate) => GlAccounts {
  let last: { readonly day: CalendarDate; readonly codes: GlAccounts } | null = null;
  return (day) => {
    if (last?.day !== day) last = { day, codes: glAccountsFor(document, day) };
    return last.codes;
  };
}

function entryResponse(
  entry: SealedEntry,
  codesOn: (day: CalendarDate) => GlAccounts,
): OperationOutput<'journal.list'>[number] {
  const codes = codesOn(cairoDateOf(Date.parse(entry.bookedAt)));
  return {
    sequence: entry.sequence,
    loan_id: entry.loanId,
    entry_number: entry.entryNumber,
    business_name: entry.businessName,
    kind: entry.kind,
    event_id: entry.eventId,
    value_date: entry.valueDate,
    booked_at: entry.bookedAt,
    booked_by: entry.bookedBy,
    reverses_entry_number: entry.reversesEntryNumber,
    hash: entry.hash,
    postings: entry.postings.map(({ account, amountPiastres }) => ({
      account,
      gl_account: glAccountOf(codes, account),
      debit: amountToNumber(Math.max(amountPiastres, 0) as Piastres),
      credit: amountToNumber(Math.max(-amountPiastres, 0) as Piastres),
    })),
  };
}
