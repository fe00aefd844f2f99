import { rowSays } from '../domain/search-folding.ts';
import { displayText } from '../render/display-text.ts';
import { bankAccountRows } from './bank-account-rows.ts';
import type { Deps } from './command-definition.ts';
import type { IdKind } from './id-kinds.ts';
import {
  applicationRows,
  approvalRows,
  batchRows,
  disbursementRows,
  heldRows,
  type IdRow,
  type IdRows,
  loanRows,
  merchantRows,
  officerRows,
  paymentRows,
  policyRows,
  rowsToDisburse,
  undecidedRows,
  userRows,
} from './id-rows.ts';
import type { Found, Search } from './prompter.ts';
import type { SourceRow } from './source-room.ts';
import { NothingFound, ProblemThrown } from './thrown.ts';

type Places = Pick<Deps, 'rooms' | 'lookups'>;

/** More than this nobody looks through: another letter finds it sooner. */
const MOST_SHOWN = 10;

interface Lookup {
  readonly rows: (typed: string, places: Places) => Promise<readonly IdRow[] | null>;
  /** Said when no row fits. */
  readonly none: string;
  /** There are too many to list before anything is typed. */
  readonly isUnlisted?: true;
}

const NOTHING_TYPED = 'Type a part of a name, an id, a reference or an amount.';
const NO_LOAN = 'No loan answers to this.';

const LOOKUPS: Readonly<Record<IdKind, Lookup>> = {
  application: { rows: listed(applicationRows), none: 'No application answers to this.' },
  'application-undecided': {
    rows: listed(undecidedRows),
    none: 'No undecided application answers to this.',
  },
  loan: { rows: listed(loanRows()), none: NO_LOAN },
  'loan-to-disburse': {
    rows: listed(rowsToDisburse),
    none: 'No loan with something left to pay out answers to this.',
  },
  'loan-active': {
    rows: listed(
      loanRows(
        (loan) => loan.closed === null && loan.disbursed_amount > 0 && loan.payment_status !== 'paid_off',
      ),
    ),
    none: 'No loan that is being repaid answers to this.',
  },
  'loan-with-credit': {
    rows: listed(loanRows((loan) => loan.credit_balance > 0)),
    none: 'No loan with credit answers to this.',
  },
  disbursement: { rows: listed(disbursementRows()), none: 'No disbursement answers to this.' },
  'disbursement-pending': {
    rows: listed(disbursementRows(({ status }) => status === 'pending')),
    none: 'No pending disbursement answers to this.',
  },
  'disbursement-standing': {
    rows: listed(disbursementRows(({ status }) => status !== 'failed')),
    none: 'No disbursement that stands answers to this.',
  },
  payment: { rows: listed(paymentRows()), none: 'No payment answers to this.', isUnlisted: true },
  'payment-posted': {
    rows: listed(paymentRows(({ status }) => status === 'posted')),
    none: 'No payment that stands answers to this.',
    isUnlisted: true,
  },
  batch: { rows: listed(batchRows()), none: 'No imported file answers to this.' },
  'batch-standing': {
    rows: listed(batchRows(({ status }) => status === 'posted')),
    none: 'No imported file that stands answers to this.',
  },
  'bank-account': {
    rows: listed(bankAccountRows),
    none: 'No account of an imported statement answers to this.',
  },
  held_row: { rows: listed(heldRows('all')), none: 'No held row answers to this.' },
  'held-row-unsure': {
    rows: listed(heldRows('unsure')),
    none: 'No held row that may be known already answers to this.',
  },
  'held-row-open': { rows: listed(heldRows('open')), none: 'No held row that waits answers to this.' },
  merchant: { rows: listed(merchantRows), none: 'No merchant answers to this.' },
  user: { rows: listed(userRows), none: 'No user answers to this.', isUnlisted: true },
  officer: { rows: listed(officerRows), none: 'No officer answers to this.' },
  approval: { rows: listed(approvalRows), none: 'Nothing that waits answers to this.' },
  profile: {
    rows: async (typed, { rooms }) =>
      among((await rooms.profiles()).list(), typed, (row) => [row.name, row.place ?? '']),
    none: 'No profile answers to this.',
  },
  source: { rows: sourceRows(), none: 'No source answers to this.' },
  'source-kept': {
    rows: sourceRows(({ shipped }) => !shipped),
    none: 'No source of your own answers to this.',
  },
  'pending-write': {
    rows: async (typed, { rooms }) =>
      among((await rooms.pendingWrites()).list(), typed, (row) => [row.key, row.about.join(', ')]),
    none: 'No pending write answers to this.',
  },
  'policy-key': {
    rows: async (typed, { lookups }) => {
      const values = await policyRows('', await lookups());
      return values && among(values, typed, ({ id, says }) => [id, says]);
    },
    none: 'No such value.',
  },
  'policy-assignment': { rows: async () => null, none: '' },
};

/**
 * The search over ids of a kind; null where there is no list to search, and the id is typed. With `alsoTyped` what is
 * typed can be chosen as it stands, too: a merchant nothing is known of yet.
 */
export async function searchFor(
  kind: IdKind,
  places: Places,
  { alsoTyped = false } = {},
): Promise<Search | null> {
  const { rows, none, isUnlisted } = LOOKUPS[kind];
  const all = await rows('', places);
  if (all === null || (alsoTyped && all.length === 0)) return null;
  return async (typed) => {
    const known = typed === '' ? all : ((await rows(typed, places)) ?? []);
    const fit = known.filter(({ fits }) => fits);
    // An id typed in full is taken even where it does not fit: the command itself says why not.
    const meant = fit.length > 0 ? fit : await typedInFull(kind, typed, known, places);
    const found = meant.slice(0, MOST_SHOWN).map(escaped);
    const asTyped = alsoTyped && typed !== '' && !found.some(({ id }) => id === typed);
    if (asTyped) return [...found, { id: displayText(typed), says: 'as typed' }];
    if (found.length === 0)
      throw new NothingFound(typed === '' && isUnlisted === true ? NOTHING_TYPED : none);
    return found;
  };
}

function listed(rows: IdRows): Lookup['rows'] {
  return async (typed, places) => rows(typed, await places.lookups());
}

/** Sources by name; of those the command would refuse none. */
function sourceRows(isMeant: (row: SourceRow) => boolean = () => true): Lookup['rows'] {
  return async (typed, { rooms }) => {
    const all = (await rooms.sources()).list();
    const meant = 'code' in all ? all : all.filter(isMeant);
    return among(meant, typed, (row) => [row.name, row.payment_method]);
  };
}

/** Rows of a list that is held whole: those that hold what is typed. */
function among<Row extends string | object>(
  rows: readonly Row[] | { readonly code: string; readonly detail: string },
  typed: string,
  asRow: (row: Row) => readonly [id: string, says: string],
): readonly IdRow[] {
  if (!Array.isArray(rows)) throw new ProblemThrown(rows as { code: string; detail: string });
  return (rows as readonly Row[])
    .map(asRow)
    .filter((words) => rowSays(words, typed))
    .map(([id, says]) => ({ id, says, fits: true }));
}

/** A row with just this id; of loans also by an alias or their application. */
async function typedInFull(
  kind: IdKind,
  typed: string,
  known: readonly IdRow[],
  places: Places,
): Promise<readonly Found[]> {
  const same = known.filter(({ id }) => id.toLowerCase() === typed.toLowerCase());
  if (same.length > 0 || typed === '') return same;
  const backend = await places.lookups();
  if (kind.startsWith('loan')) {
    const loan = await backend.call('loans.get', { loan_id: typed });
    return loan.ok ? [{ id: loan.value.loan_id, says: loan.value.business_name }] : [];
  }
  if (!kind.startsWith('application')) return [];
  const asked = await backend.call('applications.get', { application_id: typed });
  return asked.ok ? [{ id: asked.value.application_id ?? typed, says: asked.value.business_name }] : [];
}

function escaped({ id, says }: Found): Found {
  return { id: displayText(id), says: displayText(says) };
}
