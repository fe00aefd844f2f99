import type { Anchor, ReadTx } from '../store/port.ts';
import { applicationStatusFrom } from './verify-application.ts';
import { verifyReceipts } from './verify-held.ts';
import { verifyLoan } from './verify-loan.ts';

/** One thing that is not as it must be. */
interface Violation {
  /** Which rule is broken, such as `balance`, `seal` or `account`. */
  readonly check: string;
  /** The row, such as `entry LN-…/3`. */
  readonly where: string;
  readonly message: string;
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly entries: number;
  readonly loans: number;
  /** End of the sealed chain; null while nothing is sealed. */
  readonly anchor: Anchor | null;
  /** In the order they were found: the journal loan by loan, then the seals, the facts, the caches, the engine. */
  readonly violations: readonly Violation[];
}

/** More would only repeat the news, and a ruined ledger has millions. */
const MAX_VIOLATIONS = 1000;
const APPLICATIONS_A_PAGE = 500;

type Report = (check: string, where: string, message: string) => void;

/**
 * Recomputes everything the ledger claims from its postings and facts, apart from the code that wrote them: balance
 * and numbering of entries, hashes, chains and seals, accounts against the fold of their events, what imports left, the audit trail
 * against the rows it vouches for, cached statuses, and the engine's own checks. With `expect`, an anchor kept
 * outside, also that the sealed chain still passes through it. Reads only; never throws for a damaged row.
 */
export async function verifyLedger(tx: ReadTx, options: { expect?: Anchor }): Promise<VerifyReport> {
  const violations: Violation[] = [];
  let found = 0;
  const report: Report = (check, where, message) => {
    found += 1;
    if (violations.length < MAX_VIOLATIONS) violations.push({ check, where, message });
  };
  const counted = await verifyLoans(tx, report);
  const anchor = await verifySeals(tx, report, counted.entries, options.expect);
  await verifyFacts(tx, report);
  await verifyStatuses(tx, report, counted.closedLoans);
  for (const fault of await tx.verification.engineFaults()) report('engine', 'ledger file', fault);
  if (found > violations.length) {
    const more = found - violations.length;
    violations.push({ check: 'more', where: 'ledger', message: `${more} more violations are not listed` });
  }
  return { ok: found === 0, entries: counted.entries, loans: counted.loans, anchor, violations };
}

async function verifyLoans(
  tx: ReadTx,
  report: Report,
): Promise<{ entries: number; loans: number; closedLoans: ReadonlySet<string> }> {
  const closedLoans = new Set<string>();
  let loans = 0;
  let entries = 0;
  let trialBalance = 0n;
  await tx.verification.visitLoans((dossier, journal) => {
    loans += 1;
    entries += journal.length;
    if (dossier.closure !== null) closedLoans.add(dossier.loan.loanId);
    for (const entry of journal) {
      for (const posting of entry.postings) trialBalance += BigInt(posting.amountPiastres);
    }
    verifyLoan(dossier, journal, report);
  });
  const held = await verifyReceipts(tx, report);
  entries += held.entries;
  trialBalance += held.sumPiastres;
  if (trialBalance !== 0n) {
    report('trial_balance', 'journal', `the accounts together are ${trialBalance} piastres, not 0`);
  }
  for (const { where, message } of await tx.verification.orphans()) report('orphan', where, message);
  return { entries, loans, closedLoans };
}

async function verifySeals(
  tx: ReadTx,
  report: Report,
  entries: number,
  expect: Anchor | undefined,
): Promise<Anchor | null> {
  let sealedEntries = 0;
  let last: Anchor | null = null;
  let expectedHash: string | null = null;
  await tx.verification.visitSeals((seal) => {
    const where = `seal ${seal.sequence} of ${seal.item}`;
    const next = (last?.sequence ?? 0) + 1;
    if (seal.sequence !== next) report('seal', where, `seal ${next} is missing`);
    if (seal.currentItemHash === null) {
      report('seal', where, `${seal.item} is gone`);
    } else {
      if (seal.item.startsWith('entry ')) sealedEntries += 1;
      if (seal.storedItemHash !== seal.currentItemHash) {
        report('chain', seal.item, 'its content or its link to the one before is not what its hash says');
      }
      if (seal.sealedItemHash !== seal.currentItemHash)
        report('seal', where, `${seal.item} was changed after it was sealed`);
    }
    if (seal.chainHash !== seal.recomputedChainHash)
      report('seal', where, 'the chain of seals is broken here');
    if (seal.sequence === expect?.sequence) expectedHash = seal.chainHash;
    last = { sequence: seal.sequence, hash: seal.chainHash };
  });
  // Each seal covers something and each entry has one: only when one has two are there more of them.
  if (sealedEntries > entries) {
    report('seal', 'seals', `${sealedEntries} seals cover the ${entries} entries: one is sealed twice`);
  }
  if (expect !== undefined && expectedHash !== expect.hash) {
    report(
      'anchor',
      `seal ${expect.sequence}`,
      expectedHash === null
        ? `the ledger has no seal ${expect.sequence}: what was written last is gone`
        : 'the ledger was rewritten: its chain does not pass through the expected anchor',
    );
  }
  for (const item of await tx.verification.unsealed()) report('unsealed', item, 'no seal covers it');
  return last;
}

async function verifyFacts(tx: ReadTx, report: Report): Promise<void> {
  await tx.verification.visitFacts(({ fact, attestedHash, currentHash }) => {
    if (attestedHash === null) report('fact', fact, 'no audit record vouches for it');
    else if (currentHash === null) report('fact', fact, 'the audit trail vouches for it and it is gone');
    else if (attestedHash !== currentHash) report('fact', fact, 'it was changed after it was recorded');
  });
}

async function verifyStatuses(tx: ReadTx, report: Report, closedLoans: ReadonlySet<string>): Promise<void> {
  for (let offset = 0; ; offset += APPLICATIONS_A_PAGE) {
    const { rows } = await tx.applications.list({}, { offset, limit: APPLICATIONS_A_PAGE });
    if (rows.length === 0) return;
    const decisions = await tx.decisions.ofApplications(rows.map((row) => row.applicationId));
    const decisionsOf = Map.groupBy(decisions, (decision) => decision.applicationId);
    for (const { applicationId, status } of rows) {
      const derived = applicationStatusFrom(decisionsOf.get(applicationId) ?? [], closedLoans);
      if (status === derived) continue;
      report(
        'status',
        `application ${applicationId}`,
        `it is marked ${status}; its decisions make it ${derived}`,
      );
    }
  }
}
