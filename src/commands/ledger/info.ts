import type { OperationOutput } from '../../contract/operation-types.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { missingLedgerPath } from './missing-ledger.ts';

/** `ledger info`: what the ledger is and how much is in it. */
export const command: CommandDefinition = {
  path: ['ledger', 'info'],
  says: 'Say where the ledger is, what is in it, and where its sealed chain ends.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk ledger info', says: 'which ledger am I working on?' }],
  writes: false,
  calls: ['ledger.info'],
  localOnly: true,
  async run(_input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('ledger.info', {});
    if (!answer.ok) return answer;
    const missing = await missingLedgerPath(deps);
    return {
      ok: true,
      data: missing === null ? { ...answer.value, exists: true } : absent(answer.value, missing),
      notices:
        missing === null
          ? []
          : [`There is no ledger at ${missing} yet; a new one is made by "loandesk ledger init".`],
      view: {
        shape: 'record',
        columns: [
          { key: 'location', title: 'Ledger', kind: 'id' },
          { key: 'exists', title: 'There yet', kind: 'boolean' },
          { key: 'kind', title: 'Kept in', kind: 'text' },
          { key: 'schema_version', title: 'Schema version', kind: 'integer' },
          { key: 'created_at', title: 'Made', kind: 'timestamp' },
          { key: 'policy_version', title: 'Policy version', kind: 'integer' },
          { key: 'applications', title: 'Applications', kind: 'integer' },
          { key: 'loans', title: 'Loans', kind: 'integer' },
          { key: 'payments', title: 'Payments', kind: 'integer' },
          { key: 'merchants', title: 'Merchants', kind: 'integer' },
          { key: 'orders', title: 'Orders', kind: 'integer' },
          { key: 'entries', title: 'Journal entries', kind: 'integer' },
          { key: 'anchor.sequence', title: 'Sealed up to', kind: 'integer' },
          { key: 'anchor.hash', title: 'Anchor', kind: 'id' },
        ],
      },
    };
  },
};

/** A ledger that is not there: nobody made it and nothing of it is sealed. */
function absent(empty: OperationOutput<'ledger.info'>, location: string) {
  const kind = location.startsWith('postgres') ? ('postgres' as const) : ('sqlite' as const);
  return { ...empty, kind, location, schema_version: null, created_at: null, anchor: null, exists: false };
}
