import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { FieldInput } from '../../domain/field-reader.ts';
import { type FieldFault, isRefusal, refuse } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { acceptApplication } from './accept-application.ts';

/** Takes many applications, all or none; answers them in the order given. Every fault of every one is named. */
export const handle: WriteHandler<
  OperationInput<'applications.create_many'>,
  OperationOutput<'applications.create_many'>
> = async (tx, input, call) => {
  const value: OperationOutput<'applications.create_many'> = [];
  const faults: FieldFault[] = [];
  for (const [index, application] of input.applications.entries()) {
    if (typeof application !== 'object' || application === null || Array.isArray(application)) {
      faults.push({
        field: String(index),
        code: 'invalid_type',
        message: 'an application must be a JSON object',
      });
      continue;
    }
    const answer = await acceptApplication(tx, application as FieldInput, call);
    if (!isRefusal(answer)) value.push(answer);
    else if (answer.faults === undefined) {
      return { ...answer, message: `application ${index + 1}: ${answer.message}` };
    } else {
      for (const fault of answer.faults) faults.push({ ...fault, field: `${index}/${fault.field}` });
    }
  }
  if (faults.length > 0) {
    const numbers = [...new Set(faults.map((fault) => Number(fault.field.split('/')[0]) + 1))];
    const which =
      numbers.length === 1 ? `application ${numbers[0]} is` : `applications ${numbers.join(', ')} are`;
    return refuse('validation_failed', `nothing was taken: ${which} not right`, { faults });
  }
  const [object = '', ...touches] = value.map((one) => one.application_id ?? '');
  return { value, audit: { object, touches, after: value } };
};
