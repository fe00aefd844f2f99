import type { BatchPlan } from '../service/payment-files.ts';
import { type Movement, statusOn, type TellingStatus, type ToldFile, type ToldMovement } from './bank.ts';
import { statesBalances } from './layouts.ts';
import { Fault, inWords, type Place, type Places } from './places.ts';
import type { RenderedFile } from './rendered-file.ts';

type Row = BatchPlan['rows'][number];

/** Reasons to hold a row that mean: it may be known. */
const UNSURE: readonly (string | null)[] = ['may_be_known', 'equals_imported_row'];
const RETURNED: readonly (string | null)[] = ['returned_payment', 'returned_debit'];

/** One import to be judged. */
export interface Judged {
  readonly name: string;
  readonly file: ToldFile;
  readonly rendered: RenderedFile;
  /** The file whose refused rows these are, corrected; else the same: what it tells is told with them. */
  readonly whole: RenderedFile;
  readonly batch: BatchPlan;
  /** Whether a movement may not be held as unsure. */
  readonly ordinary: (movement: Movement) => boolean;
  readonly loans: readonly string[];
}

/** Holds what an import answered of each of its rows against what truly happened. Throws the first {@link Fault}. */
export function judge(judged: Judged, places: Places): void {
  const { batch, rendered } = judged;
  if (batch.file_faults.length > 0) {
    throw new Fault('file_refused', batch.file_faults.map(({ message }) => message).join('; '));
  }
  judgeRefused(judged);
  const groups = new Map<string, Told>();
  for (const [row, movement] of rowsOfMovements(batch.rows, rendered.lines)) {
    if (judged.file.damaged.includes(movement.id) && row.outcome === 'refused') continue;
    const status = toldStatus(judged.file, movement);
    if (movement.takesBack !== null) judgeTakenBack(row, movement, judged, places);
    else if (status === 'failed' && isTakenFor(row, movement, places))
      judgeReversed(row, movement, judged, places);
    else if (movement.direction === 'debit' || status === 'pending' || status === 'failed')
      judgeNone(row, movement);
    else if (status === 'reversed') judgeReversed(row, movement, judged, places);
    else {
      const group = places.groupOf(movement);
      const seen = groups.get(group) ?? { rows: 0, dismissed: 0, fault: null };
      groups.set(group, seen);
      seen.rows += 1;
      judgeReceipt(row, movement, { judged, places, group, seen });
    }
  }
  for (const [group, { rows: here }] of groups) {
    const ofWhole = judged.whole.lines.filter(
      ({ movement }) => toldStatus(judged.file, movement) === 'booked' && places.groupOf(movement) === group,
    ).length;
    const rows = judged.whole === rendered ? here : ofWhole;
    places.tell(group, Math.max(places.counts(group).told, rows));
  }
  for (const [group, told] of groups) judgeGroup(group, told, judged, places);
  // A wrong name is the lesser fault.
  for (const { fault } of groups.values()) if (fault !== null) throw fault;
}

/** What a file tells of the movements of a group. */
interface Told {
  rows: number;
  /** Known by one that a person has seen to. */
  dismissed: number;
  fault: Fault | null;
}

/** Files of the bank are right, but for the cells that were damaged. */
function judgeRefused({ batch, rendered, file }: Judged): void {
  for (const row of batch.rows) {
    if (row.outcome !== 'refused') continue;
    const movement = rendered.lines.find(({ line }) => line === row.line)?.movement;
    if (movement !== undefined && file.damaged.includes(movement.id)) continue;
    const which = movement === undefined ? `line ${row.line}` : inWords(movement);
    throw new Fault(`refused_${row.code}`, `${which}: ${told(row)}`);
  }
}

/** Each row of an answer with the movement its line tells. */
function* rowsOfMovements(
  rows: readonly Row[],
  lines: RenderedFile['lines'],
): Generator<readonly [Row, ToldMovement]> {
  for (const { line, movement } of lines) {
    const row = rows.find((one) => one.line === line);
    if (row === undefined) throw new Fault('row_missing', `line ${line}, ${inWords(movement)}`);
    yield [row, movement];
  }
  if (rows.length !== lines.length)
    throw new Fault('rows_made_up', `${rows.length} rows of ${lines.length} lines`);
}

/** What a file says of a movement's status, where it says any. */
function toldStatus(file: ToldFile, movement: Movement): TellingStatus {
  const { layout } = file;
  const tells = (layout.kind === 'csv' && layout.status) || (layout.kind === 'camt' && layout.intraday);
  const status = statusOn(movement, file.madeOn);
  if (!tells) return 'booked';
  return layout.kind === 'camt' && status !== 'pending' ? 'booked' : status;
}

/** Whether a failed payment, which a report of the day had told as booked, is held as taken back. */
function isTakenFor(row: Row, movement: ToldMovement, places: Places): boolean {
  if (row.outcome !== 'held' || !RETURNED.includes(row.code)) return false;
  return places
    .ofGroup(places.groupOf(movement))
    .some((place) => !place.returned && ['payment', 'open', 'dismissed', 'reversed'].includes(place.state));
}

/** No money came in to stay: debits, and what is not booked. */
function judgeNone(row: Row, movement: Movement): void {
  if (row.outcome === 'not_a_repayment' || row.outcome === 'already_imported') return;
  throw new Fault(`${row.outcome}_no_repayment`, `${inWords(movement)}: ${told(row)}`);
}

/** A debit that takes a payment back: never money in; where the file says what it is, a person sees it. */
function judgeTakenBack(row: Row, movement: ToldMovement, judged: Judged, places: Places): void {
  if (row.outcome === 'post' || row.outcome === 'refused')
    throw new Fault(`return_${row.outcome}`, `${inWords(movement)}: ${told(row)}`);
  const group = places.groupOf(movement);
  const before = places.ofGroup(group).filter(({ state }) => state !== 'undone' && state !== 'freed');
  const saysSo = judged.file.layout.kind === 'camt' || judged.file.layout.kind === 'mt940';
  if (row.outcome === 'held') {
    if (before.length > 0 && judged.ordinary(movement))
      throw new Fault('return_held_twice', inWords(movement));
    places.add(placeOf(row, movement, group, judged, true));
  } else if (saysSo && row.outcome === 'not_a_repayment') {
    throw new Fault('return_unseen', `${inWords(movement)}: ${told(row)}`);
  }
}

/** A payment told as reversed: held as that, naming it; never known, and never booked as money in. */
function judgeReversed(row: Row, movement: ToldMovement, judged: Judged, places: Places): void {
  const group = places.groupOf(movement);
  const of = places.ofGroup(group);
  if (row.outcome === 'held') {
    // A person who is asked whether it is known sees that it is no money in, and cannot accept it as such.
    const isAsked = UNSURE.includes(row.code) && !judged.ordinary(movement);
    if (!RETURNED.includes(row.code) && !isAsked)
      throw new Fault('reversal_held_otherwise', `${inWords(movement)}: ${told(row)}`);
    if (of.some((place) => place.returned && !['undone', 'freed'].includes(place.state)))
      throw new Fault('reversal_held_twice', `${inWords(movement)}: ${told(row)}`);
    places.add(placeOf(row, movement, group, judged, true));
    return;
  }
  const named = row.held_id === null ? null : places.named(row.held_id);
  if (row.outcome === 'already_imported' && named?.returned === true && named.group === group) return;
  // Once the payment is taken back there is nothing left to be seen to.
  if (row.outcome === 'already_imported' && of.some(({ state }) => state === 'ended')) return;
  throw new Fault(`reversal_${row.outcome}`, `${inWords(movement)}: ${told(row)}`);
}

interface InGroup {
  readonly judged: Judged;
  readonly places: Places;
  readonly group: string;
  readonly seen: Told;
}

/** Money that came in. */
function judgeReceipt(row: Row, movement: ToldMovement, { judged, places, group, seen }: InGroup): void {
  const what = () => `${inWords(movement)}: ${told(row)}`;
  const before = places.ofGroup(group);
  switch (row.outcome) {
    case 'post': {
      if (row.loan_id !== judged.loans[movement.loan ?? -1]) throw new Fault('wrong_loan', what());
      if (before.some(({ state }) => state === 'reversed' || state === 'ended') && before.length === 1)
        throw new Fault('posted_after_reversal', what());
      places.add(placeOf(row, movement, group, judged, false));
      return;
    }
    case 'held': {
      if (judged.ordinary(movement) && !isHeldRightly(row, movement, judged, before))
        throw new Fault('unsure', what());
      places.add(placeOf(row, movement, group, judged, false));
      return;
    }
    case 'already_imported': {
      const named = places.named(row.payment_id ?? row.held_id ?? '');
      if (named === null) throw new Fault('known_names_nothing', what());
      if (named.group !== group && !mayStandFor(named.movement, movement, judged.file))
        seen.fault ??= new Fault('known_names_other', `${what()}, ${inWords(named.movement)}`);
      if (named.state === 'undone') throw new Fault('known_though_undone', what());
      if (named.state === 'reversed') throw new Fault('known_though_reversed', what());
      // Told as reversed before: what it brought was taken away, as a person sees.
      if (named.returned || ['dismissed', 'duplicate', 'freed'].includes(named.state)) seen.dismissed += 1;
      return;
    }
    default:
      throw new Fault(`receipt_${row.outcome}`, what());
  }
}

/**
 * Whether a row may be known by an equal one of its day: where a file states no balance beside it, what says the same goes
 * before a balance that follows from an opening, as banks order a day anew.
 */
function mayStandFor(named: Movement, movement: Movement, { layout }: ToldFile): boolean {
  const isSame = (
    ['account', 'day', 'amount', 'direction', 'text', 'loan', 'named', 'reference'] as const
  ).every((key) => named[key] === movement[key]);
  return isSame && !statesBalances(layout);
}

/** In ordinary flows a receipt is held because nobody says whose it is, or it was taken back before. */
function isHeldRightly(row: Row, movement: Movement, judged: Judged, before: readonly Place[]): boolean {
  const isOwn = judged.file.layout.kind === 'own' || judged.file.layout.kind === 'jsonl';
  if (UNSURE.includes(row.code)) return false;
  if (before.some(({ state }) => ['reversed', 'ended', 'freed'].includes(state))) return true;
  return !movement.named && !isOwn;
}

/** As many of a group stand as were told. */
function judgeGroup(group: string, { dismissed, fault }: Told, { name }: Judged, places: Places): void {
  if (fault !== null && places.isMixedUp(group)) throw fault;
  const { told: all, sure, unsure, again } = places.counts(group);
  const of = () =>
    places
      .ofGroup(group)
      .map(({ id, state, importName }) => `${id} ${state} (${importName ?? 'by hand'})`)
      .join(', ');
  const what = () => {
    const [first] = places.ofGroup(group);
    const which = first === undefined ? group : inWords(first.movement);
    return `at ${name}, ${which}: told ${all}, standing ${sure}, unsure ${unsure}: ${of()}`;
  };
  const ended = places.ofGroup(group).some(({ state }) => state === 'ended');
  // A payment taken back is held once, to be seen by a person; it stands beside what people had accepted meanwhile.
  const before = places.ofGroup(group).filter(({ state }) => ['reversed', 'freed'].includes(state)).length;
  if (again > before && !ended) throw new Fault('held_twice', what());
  if (sure - again > all && !ended) {
    const payments = places.ofGroup(group).filter(({ state }) => state === 'payment').length;
    throw new Fault(payments > all ? 'posted_twice' : 'held_twice', what());
  }
  if (all > sure + unsure + dismissed) throw new Fault('lost', what());
  places.settle(group);
}

function placeOf(row: Row, movement: Movement, group: string, judged: Judged, returned: boolean): Place {
  const id = row.outcome === 'held' ? row.held_id : row.payment_id;
  if (id === null) throw new Fault('no_id', `${inWords(movement)}: ${told(row)}`);
  return {
    id,
    paymentIds: [],
    movement,
    group,
    importName: judged.name,
    unsure: row.outcome === 'held' && UNSURE.includes(row.code),
    again: row.outcome === 'held' && row.code === 'reversed_before',
    returned,
    state: row.outcome === 'held' ? 'open' : 'payment',
  };
}

function told({ outcome, code, reason, payment_id, held_id }: Row): string {
  return [outcome, code, payment_id, held_id, reason].filter((one) => one !== null).join(', ');
}
