import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { documentPolicyAt } from '../../domain/document-policy.ts';
import type { ReadHandler } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';

/** Where a ledger is that was made to answer one command and is kept nowhere. */
const KEPT_NOWHERE = ':memory:';

/** What printed documents say of the bank and of the ledger: its names, and the end of its sealed chain. */
export const handle: ReadHandler<
  OperationInput<'documents.letterhead'>,
  OperationOutput<'documents.letterhead'>
> = async (tx, _input, call) => {
  const { version, document } = await policyInForce(tx, call.today);
  const bank = documentPolicyAt(document, call.today);
  const { anchor, location } = await tx.end();
  return {
    bank_name: bank.bankName,
    bank_name_ar: bank.bankNameArabic,
    bank_branch: bank.bankBranch,
    bank_branch_ar: bank.bankBranchArabic,
    document_language: bank.language,
    policy_version: version,
    printed_on: call.today,
    printed_at: call.now,
    anchor: location === KEPT_NOWHERE ? null : anchor,
  };
};
