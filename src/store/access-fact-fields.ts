import type {
  ApprovalRecord,
  ApprovalStepRecord,
  OfficerChangeRecord,
  OfficerRecord,
} from './access-port.ts';

/** Facts of access with their fields in the order they are hashed. The order is part of the format. */
export interface AccessFactFields {
  readonly officer: readonly (keyof OfficerRecord)[];
  readonly officer_change: readonly (keyof OfficerChangeRecord)[];
  readonly approval: readonly (keyof ApprovalRecord)[];
  readonly approval_step: readonly (keyof ApprovalStepRecord)[];
}

export const ACCESS_FACT_FIELDS: AccessFactFields = {
  officer: ['userId', 'email', 'emailFolded', 'name', 'roles', 'kind', 'createdAt', 'createdBy'],
  officer_change: ['userId', 'number', 'kind', 'passwordHash', 'changedAt', 'changedBy'],
  approval: [
    'number',
    'operation',
    'object',
    'contentJson',
    'contentHash',
    'needed',
    'createdAt',
    'createdBy',
    'policyVersion',
  ],
  approval_step: ['approvalNumber', 'number', 'kind', 'result', 'doneAt', 'doneBy'],
};
