import type { Column } from '../../render/view.ts';
import type { CommandDefinition, OptionDefinition } from '../../shell/command-definition.ts';
import { switchOption } from '../typed-values.ts';

/** The fields of a user; phones are masked unless the call discloses them. */
export function userColumns(disclosing: boolean): readonly Column[] {
  return [
    { key: 'user_id', title: 'User', kind: 'id' },
    { key: 'user_name', title: 'Name', kind: 'text' },
    { key: 'user_phone', title: 'Phone', kind: disclosing ? 'text' : 'phone' },
    { key: 'permissions_status', title: 'Permission', kind: 'status' },
    { key: 'created_at', title: 'Created', kind: 'timestamp' },
    { key: 'last_updated', title: 'Last updated', kind: 'timestamp' },
  ];
}

export const REVEAL: OptionDefinition = {
  flag: '--reveal',
  says: 'phone numbers in full; who read them is recorded',
};

/** JSON is complete by contract, so it discloses what a table masks. */
export const disclosesPhones: NonNullable<CommandDefinition['discloses']> = (input, format) =>
  format === 'json' || format === 'ndjson' || switchOption(input, 'reveal');
