import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { exitCodeOf, hintOf, PROBLEM_KINDS } from '../../src/contract/problems.ts';
import { openDesk } from './desk.ts';
import { APPLICATION_REFUSALS } from './refusals/application-refusals.ts';
import { BATCH_REFUSALS } from './refusals/batch-refusals.ts';
import { CONTROL_REFUSALS } from './refusals/control-refusals.ts';
import { DECISION_REFUSALS } from './refusals/decision-refusals.ts';
import { DESK_REFUSALS } from './refusals/desk-refusals.ts';
import { DISBURSEMENT_REFUSALS } from './refusals/disbursement-refusals.ts';
import { DOCUMENT_REFUSALS } from './refusals/document-refusals.ts';
import { HANDING_ON_REFUSALS } from './refusals/handing-on-refusals.ts';
import { LATE_FEE_REFUSALS } from './refusals/late-fee-refusals.ts';
import { LOAN_REFUSALS } from './refusals/loan-refusals.ts';
import { MATCH_REFUSALS } from './refusals/match-refusals.ts';
import { READING_REFUSALS } from './refusals/reading-refusals.ts';
import { RECEIPT_REFUSALS } from './refusals/receipt-refusals.ts';
import { REFUND_REFUSALS } from './refusals/refund-refusals.ts';
import { REVERSAL_REFUSALS } from './refusals/reversal-refusals.ts';
import { SETTLEMENT_REFUSALS } from './refusals/settlement-refusals.ts';
import { WRITE_OFF_REFUSALS } from './refusals/write-off-refusals.ts';

const CASES = [
  ...APPLICATION_REFUSALS,
  ...DECISION_REFUSALS,
  ...DISBURSEMENT_REFUSALS,
  ...SETTLEMENT_REFUSALS,
  ...LOAN_REFUSALS,
  ...REVERSAL_REFUSALS,
  ...DOCUMENT_REFUSALS,
  ...DESK_REFUSALS,
  ...READING_REFUSALS,
  ...HANDING_ON_REFUSALS,
  ...CONTROL_REFUSALS,
  ...BATCH_REFUSALS,
  ...WRITE_OFF_REFUSALS,
  ...REFUND_REFUSALS,
  ...LATE_FEE_REFUSALS,
  ...RECEIPT_REFUSALS,
  ...MATCH_REFUSALS,
];

/** Exit codes by HTTP status, as the table of errors has them; what is below is all that differs. */
const EXIT_CODES: Record<number, number> = {
  400: 2,
  401: 4,
  403: 4,
  404: 5,
  405: 2,
  408: 7,
  409: 6,
  413: 2,
  415: 2,
  422: 3,
  429: 7,
  431: 2,
  500: 1,
  503: 7,
};
const OTHER_EXIT_CODES: Record<string, number> = {
  validation_failed: 2,
  // The integrity of the ledger has an exit code of its own.
  ledger_damaged: 9,
};

/** Listed and not to be had: a loan with a disbursement that waits can neither be closed nor written off. */
const UNREACHABLE = ['disbursements.complete loan_closed', 'disbursements.complete loan_written_off'];

/** Operations whose refusals are tested with the data files they take in or read from, or with signing in. */
const OF_DATA_FILES = /^(users\.|merchants\.(sales|import)|auth\.|officers\.|approvals\.|audit\.|events\.)/;

describe('refusals', () => {
  it.each(CASES)('$operation answers $code: $when', async ({ operation, code, arrange }) => {
    const desk = await openDesk();
    const { input, says, hints, faults } = await arrange(desk);
    const problem = await desk.refused(operation, input);
    expect(problem.code).toBe(code);
    for (const part of says) expect(problem.detail).toContain(part);
    expect(hintOf(problem).trim()).not.toBe('');
    if (hints !== undefined) expect(hintOf(problem)).toContain(hints);
    const found = (problem.errors ?? []).map((error) => `${error.pointer} ${error.code}`);
    expect(found.sort()).toEqual([...(faults ?? [])].sort());
    for (const error of problem.errors ?? []) expect(error.message).not.toBe('');
    await desk.close();
  });

  it('has a case for every code an operation can answer with', () => {
    const tried = new Set(CASES.map(({ operation, code }) => `${operation} ${code}`));
    const listed = (Object.keys(OPERATIONS) as OperationName[])
      .filter((name) => !OF_DATA_FILES.test(name))
      .flatMap((name) => OPERATIONS[name].problems.map((code) => `${name} ${code}`));
    expect(listed.filter((pair) => !tried.has(pair))).toEqual(UNREACHABLE);
  });
});

describe('exit codes', () => {
  it.each(Object.entries(PROBLEM_KINDS))('follow from the status: %s', (code, kind) => {
    expect(exitCodeOf(code)).toBe(OTHER_EXIT_CODES[code] ?? EXIT_CODES[kind.status]);
  });

  it('are 1 for a code nobody knows', () => {
    expect(exitCodeOf('no_such_code')).toBe(1);
  });
});
