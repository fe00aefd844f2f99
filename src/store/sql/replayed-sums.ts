import { FlagCountChanges } from '../flag-count-changes.ts';
import { MonthChanges } from '../month-changes.ts';
import type { MovedFact, MovedFields } from '../moving-port.ts';

const MONTH_SUMS = [
  'user_key',
  'month',
  'institution_name',
  'account_type',
  'debit_piastres',
  'credit_piastres',
  'salary_piastres',
  'transaction_count',
  'last_timestamp_seconds',
  'last_id',
];
const FLAG_COUNTS = ['user_key', 'month', 'flag_label', 'institution_name', 'account_type', 'flag_count'];
/** Changes are gathered for one user at a time, who needs no number among others. */
const ONE_USER = 1;

/** Rows of a table of sums, of one user: the key, which stands first, is to be put before each. */
interface SumsOfUser {
  readonly table: string;
  readonly columns: readonly string[];
  readonly userId: string;
  readonly rows: readonly (readonly unknown[])[];
}

/** Gathers the sums kept of the transactions and flags of users, whose facts stand together user by user. */
export class ReplayedSums {
  #userId: string | null = null;
  #months = new MonthChanges();
  #counts = new FlagCountChanges();
  #done: SumsOfUser[] = [];

  add({ fact, fields }: MovedFact): void {
    if (fact !== 'user_transaction' && fact !== 'user_flag') return;
    const userId = fields.user_id as string;
    if (userId !== this.#userId) this.#end();
    this.#userId = userId;
    if (fact === 'user_transaction') this.#months.add(ONE_USER, transactionOf(fields));
    else this.#counts.add(ONE_USER, flagOf(fields));
  }

  /** Takes away what is done; `all`: nothing more is coming. */
  take(all: boolean): readonly SumsOfUser[] {
    if (all) this.#end();
    const done = this.#done;
    this.#done = [];
    return done;
  }

  #end(): void {
    const userId = this.#userId;
    if (userId === null) return;
    const months = this.#months.values();
    const counts = this.#counts.values();
    if (months.length > 0) {
      this.#done.push({ table: 'user_month_sums', columns: MONTH_SUMS, userId, rows: months });
      this.#months = new MonthChanges();
    }
    if (counts.length > 0) {
      this.#done.push({ table: 'user_flag_counts', columns: FLAG_COUNTS, userId, rows: counts });
      this.#counts = new FlagCountChanges();
    }
    this.#userId = null;
  }
}

function transactionOf(fields: MovedFields) {
  return {
    id: fields.id as number,
    accountType: fields.account_type as string,
    amountPiastres: fields.amount_piastres as number,
    timestampSeconds: fields.timestamp_seconds as number,
    event: fields.event as string,
    transactionType: fields.transaction_type as string,
    amountCurrency: fields.amount_currency as string,
    institutionName: fields.institution_name as string,
  };
}

function flagOf(fields: MovedFields) {
  return {
    institutionName: fields.institution_name as string,
    flagLabel: fields.flag_label as string,
    timestampSeconds: fields.timestamp_seconds as number,
    accountType: fields.account_type as string | null,
  };
}
