import type { CalendarDate } from '../../domain/dates.ts';
import { firstCompletedOn } from '../../domain/disbursement.ts';
import { parseId } from '../../domain/identifiers.ts';
import { askedNames, type LoanNames, payerKeys, type RowNames } from '../../domain/matched-loan.ts';
import { paidOffSince } from '../../domain/payment.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';

const FOLDED_ID = /^(ln|app)([0-9a-z]{9})$/;

/** Looks up what the rows of one file name: loans, aliases, payers. What was found once is not asked for again. */
export class NameLookup {
  readonly #tx: ReadTx;
  readonly #today: CalendarDate;
  /** Whether an application's id stands for its loan, as it does wherever staff write. */
  readonly #byApplication: boolean;
  readonly #loanOfId = new Map<string, string>();
  readonly #activeLoansOfMerchant = new Map<string, readonly string[]>();
  #hasAliases: boolean | null = null;
  #merchantsOfPayer: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(tx: ReadTx, today: CalendarDate, how: { readonly byApplication: boolean }) {
    this.#tx = tx;
    this.#today = today;
    this.#byApplication = how.byApplication;
  }

  /** What some rows name. Names of businesses are left out: they are only ever suggestions. */
  async of(rows: readonly RowNames[]): Promise<LoanNames> {
    const { names, payers } = askedNames(rows);
    return {
      loanOfName: await this.#loansOf(names),
      activeLoansOfPayer: await this.#loansOfPayers(payers),
      activeLoansOfBusiness: new Map(),
    };
  }

  /** Active loans by the folded name of their business. */
  async suggestions(payerNames: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const folded = [...new Set(payerNames.map((name) => foldForSearch(name.trim())))];
    if (folded.length === 0) return new Map();
    const found = await this.#tx.receipts.loansOfBusinesses(folded);
    const dossiers = await this.#tx.loans.byIds([...new Set(found.map(({ loanId }) => loanId))]);
    const active = new Set(dossiers.filter((one) => this.#isActive(one)).map(({ loan }) => loan.loanId));
    const byName = Map.groupBy(
      found.filter(({ loanId }) => active.has(loanId)),
      ({ businessNameFolded }) => businessNameFolded,
    );
    return new Map([...byName].map(([name, loans]) => [name, loans.map(({ loanId }) => loanId)]));
  }

  async #loansOf(names: ReadonlySet<string>): Promise<Map<string, string>> {
    const loanOfName = new Map<string, string>();
    const loanIds = new Map<string, string>();
    const applicationIds = new Map<string, string>();
    const others: string[] = [];
    for (const name of names) {
      const known = this.#loanOfId.get(name);
      if (known !== undefined) {
        loanOfName.set(name, known);
        continue;
      }
      const [, kind, code = ''] = FOLDED_ID.exec(name) ?? [];
      const isLoan = kind === 'ln';
      const id = kind === undefined ? null : isLoan ? validId('loan', code) : validId('application', code);
      if (id !== null && isLoan) loanIds.set(id, name);
      else if (id !== null && this.#byApplication) applicationIds.set(id, name);
      else others.push(name);
    }
    if (loanIds.size > 0) {
      for (const loanId of await this.#tx.ids.existing('loan', [...loanIds.keys()])) {
        this.#keep(loanOfName, loanIds.get(loanId) as string, loanId);
      }
    }
    if (applicationIds.size > 0) {
      for (const { loan } of await this.#tx.loans.byApplicationIds([...applicationIds.keys()])) {
        this.#keep(loanOfName, applicationIds.get(loan.applicationId) as string, loan.loanId);
      }
    }
    this.#hasAliases ??= await this.#tx.receipts.hasAliases();
    if (this.#hasAliases && others.length > 0) {
      for (const { aliasFolded, loanId } of await this.#tx.aliases.byFolded(others)) {
        loanOfName.set(aliasFolded, loanId);
      }
    }
    return loanOfName;
  }

  #keep(loanOfName: Map<string, string>, name: string, loanId: string): void {
    this.#loanOfId.set(name, loanId);
    loanOfName.set(name, loanId);
  }

  async #loansOfPayers(payers: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>> {
    const loans = new Map<string, readonly string[]>();
    if (payers.size === 0) return loans;
    this.#merchantsOfPayer ??= await merchantsByPayer(this.#tx);
    for (const payer of payers) {
      const ofPayer: string[] = [];
      for (const merchantId of this.#merchantsOfPayer.get(payer) ?? []) {
        ofPayer.push(...(await this.#activeLoansOf(merchantId)));
      }
      // A merchant with several loans does not say by its account which of them it pays.
      if (ofPayer.length > 0) loans.set(payer, [...new Set(ofPayer)]);
    }
    return loans;
  }

  async #activeLoansOf(merchantId: string): Promise<readonly string[]> {
    const known = this.#activeLoansOfMerchant.get(merchantId);
    if (known !== undefined) return known;
    const dossiers = await this.#tx.loans.ofMerchant([merchantId]);
    const active = dossiers.filter((one) => this.#isActive(one)).map(({ loan }) => loan.loanId);
    this.#activeLoansOfMerchant.set(merchantId, active);
    return active;
  }

  /** Paid out and neither closed nor paid off. */
  #isActive(dossier: LoanDossier): boolean {
    if (dossier.closure !== null || firstCompletedOn(dossier.disbursements, this.#today) === null)
      return false;
    return paidOffSince(dossier, this.#today) === null;
  }
}

function validId(kind: 'loan' | 'application', code: string): string | null {
  const id = parseId(kind, `${kind === 'loan' ? 'LN-' : 'APP-'}${code}`);
  return isRefusal(id) ? null : id;
}

/** Merchants by the accounts they were paid to and by their phones, each in the form payers are compared in. */
async function merchantsByPayer(tx: ReadTx): Promise<ReadonlyMap<string, readonly string[]>> {
  const merchants = new Map<string, Set<string>>();
  const add = (keys: readonly string[], merchantId: string) => {
    for (const key of keys) merchants.set(key, (merchants.get(key) ?? new Set()).add(merchantId));
  };
  for (const { account, merchantId } of await tx.receipts.payoutAccounts()) {
    add(payerKeys({ payerAccount: account, payerPhone: null }), merchantId);
  }
  for (const { phone, merchantId } of await tx.receipts.merchantPhones()) {
    add(payerKeys({ payerAccount: null, payerPhone: phone }), merchantId);
  }
  return new Map([...merchants].map(([key, ids]) => [key, [...ids]]));
}
