import type { z } from 'zod';
import type { OPERATION_SCHEMAS } from './operation-schemas.ts';
import type { OPERATIONS } from './operations.ts';

export type OperationName = keyof typeof OPERATIONS;

/** What an operation takes: path, query and body together, under their JSON names. */
export type OperationInput<Name extends OperationName> = z.infer<(typeof OPERATION_SCHEMAS)[Name]['request']>;

/** What it answers. */
export type OperationOutput<Name extends OperationName> = z.infer<
  (typeof OPERATION_SCHEMAS)[Name]['response']
>;
