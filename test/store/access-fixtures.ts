import type {
  ApprovalRecord,
  ApprovalStepRecord,
  OfficerChangeRecord,
  OfficerRecord,
  TokenRecord,
} from '../../src/store/access-port.ts';
import type { WriteTx } from '../../src/store/port.ts';
import { auditRecord } from './ledger-fixtures.ts';

const AT = '2026-03-01T12:00:00.000Z';

export function officer(userId: number, email: string, more: Partial<OfficerRecord> = {}): OfficerRecord {
  return {
    userId,
    email,
    emailFolded: email.toLowerCase(),
    name: 'Mona Hassan',
    roles: 'officer,servicing',
    kind: 'person',
    createdAt: AT,
    createdBy: 'mona.h',
    ...more,
  };
}

export function officerChange(
  userId: number,
  number: number,
  more: Partial<OfficerChangeRecord> = {},
): OfficerChangeRecord {
  return {
    userId,
    number,
    kind: 'password',
    passwordHash: '$scrypt$ln=17,r=8,p=1$c2FsdA$aGFzaA',
    changedAt: AT,
    changedBy: 'mona.h',
    ...more,
  };
}

export function approval(number: number, more: Partial<ApprovalRecord> = {}): ApprovalRecord {
  return {
    number,
    operation: 'decisions.create',
    object: 'APP-A',
    contentJson: '{"decision":"approved"}',
    contentHash: 'ab'.repeat(32),
    needed: 2,
    createdAt: AT,
    createdBy: 'mona@bank.example',
    policyVersion: 3,
    ...more,
  };
}

export function approvalStep(
  approvalNumber: number,
  number: number,
  more: Partial<ApprovalStepRecord> = {},
): ApprovalStepRecord {
  return {
    approvalNumber,
    number,
    kind: 'given',
    result: null,
    doneAt: AT,
    doneBy: 'mona@bank.example',
    ...more,
  };
}

/** A token whose hash is one letter over and over. */
export function token(letter: string, signInId: number, more: Partial<TokenRecord> = {}): TokenRecord {
  return {
    hash: letter.repeat(64),
    signInId,
    kind: 'refresh',
    number: 1,
    expiresAtMs: 2_000,
    ...more,
  };
}

/** An officer with a password and an approval that waits, vouched for. */
export async function openAccess(tx: WriteTx): Promise<void> {
  await tx.insert.officers([officer(1, 'Mona@Bank.example')]);
  await tx.insert.officerChanges([officerChange(1, 1)]);
  await tx.insert.approvals([approval(1)]);
  await tx.insert.approvalSteps([approvalStep(1, 1)]);
  await tx.insert.auditReads([
    {
      at: AT,
      actor: 'mona',
      osUser: 'mona',
      host: 'desk-4',
      channel: 'terminal',
      action: 'audit.list',
      askedJson: '{}',
      requestId: 'r-1',
    },
  ]);
  await tx.insert.audit(auditRecord('officers.add', '1'));
}
