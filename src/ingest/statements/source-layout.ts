import { headingForms } from '../plain-heading.ts';
import { flagNeeded, unreadableFile, unusableFlag } from '../refused-file.ts';
import type { SignRule, StatusWords } from '../sign-and-status.ts';
import { BANK_COLUMNS } from './bank-headings.ts';
import type { OpenQuestion } from './csv-evidence.ts';
import { type CsvLayout, findLayout, type HeadRows, lacking } from './csv-layout.ts';
import { lackOfOwnHeadings } from './own-headings.ts';
import { SHIPPED_DOCUMENTS, shippedSource } from './shipped-sources.ts';
import { missingColumns, type SourceColumns } from './source-columns.ts';
import { profileOfColumns, type SourceProfile } from './source-profile.ts';
import { foldedStatuses } from './statement-words.ts';
import { looksLike } from './unmapped-columns.ts';

/** How a table is read: the profile, and where its columns stand. */
export interface SourceLayout {
  readonly profile: SourceProfile;
  readonly layout: CsvLayout;
}

/** What was said of the columns of a file: by a kept or shipped source, and by flags for one run. */
export interface SaidOfLayout {
  readonly profile: SourceProfile | null;
  readonly columns: SourceColumns | null;
}

/** With what was said of its amounts and statuses. */
export interface SaidOfReading extends SaidOfLayout {
  readonly sign: SignRule | null;
  readonly statuses: StatusWords | null;
}

/**
 * Finds the headings of a table: those of the source that was named, with what flags say in front; without one, those
 * of the shipped source that knows them. null: nobody knows them. Throws a {@link RefusedFile} for a heading that
 * stands there twice.
 */
export function sourceLayout(
  head: readonly HeadRows[],
  { profile, columns }: SaidOfLayout,
  source: string,
): SourceLayout | null {
  for (const tried of triedProfiles(profile, columns)) {
    const layout = findLayout(head, tried, source);
    if (layout === null) continue;
    if (profile === null || profile.columns !== null) return { profile: tried, layout };
    // A source that names no columns says how those of a shipped one are read.
    return { profile: { ...profile, columns: tried.columns, said: tried.said, rest: tried.rest }, layout };
  }
  return null;
}

function* triedProfiles(profile: SourceProfile | null, said: SourceColumns | null): Generator<SourceProfile> {
  if (said !== null && missingColumns(said) === null) {
    const own = { columns: said, strict: true, said, rest: BANK_COLUMNS };
    yield { ...(profile ?? profileOfColumns(said)), ...own };
    return;
  }
  if (profile !== null && profile.columns !== null) {
    yield { ...profile, said };
    return;
  }
  for (const name of SHIPPED_DOCUMENTS.keys()) yield { ...(shippedSource(name) as SourceProfile), said };
  // Headings of both languages among those that every file has.
  yield { ...(shippedSource('bank-english') as SourceProfile), said, restCounts: true };
}

/** How a table with this beginning is read. Throws a {@link RefusedFile} where that is not known, or in doubt. */
export function layoutOf(head: readonly HeadRows[], said: SaidOfReading, source: string): SourceLayout {
  const found = sourceLayout(head, said, source);
  if (found === null) throw noLayout(head, said, source);
  const [open] = unsettledColumns(found);
  if (open !== undefined) throw flagNeeded(source, open.what, open.hint);
  const { layout, profile } = found;
  const { sign, statuses } = said;
  if (sign !== null && profile.staff)
    throw unusableFlag(source, '--sign', 'every amount in our own columns came in');
  if (statuses !== null && layout.places.status === undefined)
    throw unusableFlag(source, '--status', 'it has no column of statuses (--columns-map status=… names one)');
  const more =
    statuses === null ? profile.statuses : foldedStatuses([...(profile.statuses ?? []), ...statuses]);
  return {
    layout,
    profile: { ...profile, sign: sign === null ? profile.sign : SIGNS[sign], statuses: more },
  };
}

const SIGNS = {
  'credits-positive': 'sign',
  'debits-positive': 'reversed_sign',
  'credits-only': 'credits_only',
} as const satisfies Readonly<Record<SignRule, SourceProfile['sign']>>;

/** Why the headings of a table are not known, and what helps. */
function noLayout(
  head: readonly HeadRows[],
  { profile, columns: said }: SaidOfLayout,
  source: string,
): Error {
  const columns = said ?? profile?.columns ?? null;
  if (columns !== null) {
    const near = lacking(head, columns);
    const wanted = Object.values(columns).map(([heading]) => heading);
    if (near === null) {
      const hint = 'Check the headings, and the encoding (--encoding windows-1256).';
      return unreadableFile(source, `has none of the columns ${wanted.join(', ')}`, hint);
    }
    if (near.missing.length > 0) {
      const hint = `Its columns are: ${near.headings.join(', ')}.`;
      return unreadableFile(source, `has no column "${near.missing.join('", "')}" beside the others`, hint);
    }
    const lack = missingColumns(columns);
    if (said !== null && lack !== null) {
      const hint = `Its columns are: ${near.headings.join(', ')}. Name them too with --columns-map.`;
      return flagNeeded(source, `does not show the rest of its columns: ${lack}`, hint);
    }
    const hint = `Its columns are: ${near.headings.join(', ')}.`;
    return unreadableFile(source, `has no column "${wanted.join('", "')}" beside the others`, hint);
  }
  const lack = lackOfOwnHeadings(head, shippedSource('loandesk')?.columns ?? {});
  if (lack !== null) {
    const hint = 'Our headings are loan_id, payment_amount and payment_date; for others, --columns-map.';
    return unreadableFile(source, lack, hint);
  }
  return flagNeeded(
    source,
    'is in no format that is known by its content',
    'For a CSV say which column is what, --columns-map payment_date=Date,amount=Amount (without headings by their numbers), or --source NAME.',
  );
}

const KNOWN_FORMS = new Set(Object.values(BANK_COLUMNS).flat().flatMap(headingForms));

/**
 * Columns that may be the bank's reference of each row, or the balance after it, and were not taken for it: the same
 * money told again is known by these, so a person must say. A source that was made says it already.
 */
export function unsettledColumns({ profile, layout }: SourceLayout): readonly OpenQuestion[] {
  const { places, others } = layout;
  const { staff, rest } = profile;
  if (!staff && rest === null) return [];
  const said = profile.said ?? {};
  const isSettled = {
    reference: said.reference !== undefined || (staff && places.reference !== undefined),
    balance: staff || said.balance !== undefined || (places.balance ?? places.closing_balance) !== undefined,
  };
  return others.flatMap(({ heading }): OpenQuestion[] => {
    const role = looksLike(heading);
    if (role === null || isSettled[role]) return [];
    if (!staff && headingForms(heading).some((form) => KNOWN_FORMS.has(form))) return [];
    const what =
      role === 'reference'
        ? `has a column "${heading}" that looks like the bank's reference of each row and is not known as one`
        : `has a column "${heading}" that looks like the balance after each row and is not known as one`;
    const hint = `If it is, --columns-map "${role}=${heading}"; if it is only text, --columns-map "details=${heading}".`;
    return [{ flag: '--columns-map', what, hint, column: { role, heading } }];
  });
}
