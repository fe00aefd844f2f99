import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { refuse } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { type VerifyReport, verifyLedger } from '../verify-ledger.ts';

/** Checks the whole ledger; `expect` is an anchor kept outside it, `SEQ:HASH`. */
export const handle: ReadHandler<OperationInput<'ledger.verify'>, OperationOutput<'ledger.verify'>> = async (
  tx,
  input,
) => {
  if (input.expect === undefined) return reportOf(await verifyLedger(tx, {}));
  const match = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(input.expect.trim());
  if (match === null) {
    return refuse('invalid_query', `expect is "${input.expect}"; an anchor is SEQUENCE:HASH`, {
      hint: 'Copy it from what "loandesk ledger verify --print-anchor" printed.',
    });
  }
  const expect = { sequence: Number(match[1]), hash: String(match[2]).toLowerCase() };
  return reportOf(await verifyLedger(tx, { expect }));
};

function reportOf(report: VerifyReport): OperationOutput<'ledger.verify'> {
  return { ...report, violations: report.violations.map((violation) => ({ ...violation })) };
}
