import { cairoDateOf } from '../domain/cairo-date.ts';
import type { CalendarDate } from '../domain/dates.ts';
import { hexText } from '../domain/hex-text.ts';
import { makeId } from '../domain/identifiers.ts';
import type { Call } from './call.ts';
import type { ServiceParts } from './service-parts.ts';

/** What a handler says beside its answer. */
export interface Told {
  totalCount?: number;
}

/** A call with what becomes known of it while it is carried out. */
export interface NewCall {
  readonly call: Call;
  readonly generatedIds: Set<string>;
  readonly told: Told;
}

/** The instant a call is booked at: that of the clock, or noon UTC of a business date that was given. */
export function callMs(given: CalendarDate | null, clockMs: number): number {
  return given === null ? clockMs : Date.parse(`${given}T12:00:00.000Z`);
}

/** Begins a call: looks at the clock once. */
export function newCall(parts: ServiceParts, how: { dryRun?: boolean; keyed?: boolean } = {}): NewCall {
  const told: Told = {};
  const generatedIds = new Set<string>();
  const given = parts.givenBusinessDate;
  const clockMs = parts.nowMs();
  const nowMs = callMs(given, clockMs);
  let requestId = parts.requestId;
  const call: Call = {
    caller: parts.caller,
    // Drawn when first asked for: a read needs none, and the source of randomness takes time to load.
    get requestId() {
      requestId ??= hexText(parts.randomBytes(8));
      return requestId;
    },
    nowMs,
    now: new Date(nowMs).toISOString(),
    clockMs,
    today: given ?? cairoDateOf(nowMs),
    givenBusinessDate: given,
    dryRun: how.dryRun ?? false,
    keyed: how.keyed ?? false,
    newId(kind) {
      let id = makeId(kind, parts.randomBytes(5));
      while (generatedIds.has(id)) id = makeId(kind, parts.randomBytes(5));
      generatedIds.add(id);
      return id;
    },
    randomBytes: (size) => parts.randomBytes(size),
    tellTotal(count) {
      told.totalCount = count;
    },
  };
  return { call, generatedIds, told };
}
