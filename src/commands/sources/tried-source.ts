import { displayText } from '../../render/display-text.ts';
import type { Deps, Rooms } from '../../shell/command-definition.ts';
import type { StatementPart } from '../payment-files/read-payment-file.ts';

type Options = Parameters<Rooms['openStatementFile']>[1];
/** So many rows, and so many faults, show whether the answers were right. */
const SHOWN = 3;

/** How a statement comes out when it is read by a profile. */
export interface TriedSource {
  readonly inWords: readonly string[];
  readonly isRight: boolean;
}

/**
 * Reads a whole statement by a profile that is not kept yet: a wrong answer (days for months, money in for money out)
 * is seen in the rows it makes. Throws what the file cannot be read for.
 */
export async function triedSource(
  path: string,
  profile: Options['profile'],
  deps: Deps,
): Promise<TriedSource> {
  const shown: string[] = [];
  const faults: string[] = [];
  let rows = 0;
  let faultCount = 0;
  const file = await deps.rooms.openStatementFile(path, { profile });
  for await (const parts of file.parts()) {
    for (const part of parts) {
      if (part.kind === 'row') {
        rows += 1;
        if (shown.length < SHOWN) shown.push(`  ${rowInWords(part)}`);
      } else if (part.kind === 'fault') {
        faultCount += 1;
        if (faults.length < SHOWN) faults.push(`  line ${part.line}: ${displayText(part.message)}`);
      }
    }
  }
  const inWords = [`Read so, ${displayText(path)} has ${rows} rows:`, ...shown];
  if (faultCount > 0) inWords.push(`and what cannot be read (${faultCount}):`, ...faults);
  return { inWords, isRight: rows > 0 && faultCount === 0 };
}

function rowInWords(row: Extract<StatementPart, { readonly kind: 'row' }>): string {
  const { bookingDate, direction, amount, currency, status, bankReference, customerReference, text } = row;
  const way = direction === 'credit' ? 'came in' : 'went out';
  const told = [bankReference, customerReference, text].flatMap((one) =>
    one === null ? [] : displayText(one),
  );
  return [
    `${bookingDate}: ${amount} ${currency} ${way}${status === 'booked' ? '' : ` (${status})`}`,
    ...told,
  ].join(' | ');
}
