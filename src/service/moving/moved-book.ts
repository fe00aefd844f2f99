import { createHash } from 'node:crypto';
import { formatSum } from '../../domain/amount-sum.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import type { Anchor, ReadTx } from '../../store/port.ts';

/** Whatever its date, everything booked. */
const EVERYTHING = { asOf: '9999-12-31' as CalendarDate, knownAt: null };

/** What a ledger adds up to: equal in two ledgers that hold the same. */
export interface MovedBook {
  /** Facts by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Sums in EGP with two decimals, by account. */
  readonly trial_balance: readonly {
    readonly account: string;
    readonly debit: string;
    readonly credit: string;
  }[];
  readonly balances: {
    /** Loans with entries, and held rows with entries. */
    readonly books: number;
    /** Principal outstanding of all loans, EGP. */
    readonly outstanding: string;
    /** Over every book's id and what is booked there on each account. */
    readonly sha256: string;
  };
  readonly anchor: Anchor | null;
}

/** Adds up a ledger from its rows. */
export async function movedBook(tx: ReadTx): Promise<MovedBook> {
  const hash = createHash('sha256');
  let books = 0;
  let outstandingPiastres = 0n;
  await tx.moving.visitBalances(({ id, sums }) => {
    books += 1;
    outstandingPiastres += BigInt(sums[0] ?? 0);
    hash.update(`${id} ${sums.join(' ')}\n`);
  });
  const sums = await tx.reports.accountSums(EVERYTHING);
  return {
    counts: await tx.moving.counts(),
    trial_balance: sums.map(({ account, debitPiastres, creditPiastres }) => ({
      account,
      debit: formatSum(debitPiastres),
      credit: formatSum(creditPiastres),
    })),
    balances: { books, outstanding: formatSum(outstandingPiastres), sha256: hash.digest('hex') },
    anchor: (await tx.end()).anchor,
  };
}

/** How many facts there are of all kinds. */
export function factsOf({ counts }: Pick<MovedBook, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The first thing two ledgers do not agree on, as a sentence; null: they agree in everything. */
export function firstDifference(found: MovedBook, told: MovedBook): string | null {
  for (const fact of Object.keys({ ...found.counts, ...told.counts })) {
    const [has, count] = [found.counts[fact] ?? 0, told.counts[fact] ?? 0];
    if (has !== count) return `It has ${has} facts of the kind ${fact} where ${count} were exported.`;
  }
  for (const { account, debit, credit } of told.trial_balance) {
    const has = found.trial_balance.find((one) => one.account === account);
    if (has?.debit !== debit || has.credit !== credit) {
      return `Its trial balance has ${has?.debit ?? '0.00'} and ${has?.credit ?? '0.00'} on ${account} where ${debit} and ${credit} were exported.`;
    }
  }
  const { balances } = told;
  if (found.balances.outstanding !== balances.outstanding) {
    return `Its loans owe ${found.balances.outstanding} EGP where ${balances.outstanding} were exported.`;
  }
  if (found.balances.sha256 !== balances.sha256) return 'The balances of its loans are not those exported.';
  const [has, said] = [found.anchor, told.anchor];
  if (has?.sequence !== said?.sequence || has?.hash !== said?.hash) {
    return `Its chain ends at ${anchorText(has)} where ${anchorText(said)} was exported.`;
  }
  return null;
}

function anchorText(anchor: Anchor | null): string {
  return anchor === null ? 'nothing' : `${anchor.sequence}:${anchor.hash}`;
}
