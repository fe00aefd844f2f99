import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `pending settle [KEY]`: finds out what became of writes whose answers were lost. */
export const command: CommandDefinition = {
  path: ['pending', 'settle'],
  says: 'Find out what became of writes whose answers were lost.',
  more: 'Each is sent again under its key: the server answers as it did, or carries it out now if it never arrived. Nothing is done twice. Exit code 7 when one stays open.',
  args: [{ name: 'KEY', says: 'only this one', required: false, ids: 'pending-write' }],
  options: [],
  examples: [{ line: 'loandesk pending settle --profile branch', says: 'all of this server' }],
  writes: false,
  exitCodes: [7],
  async run(input, deps) {
    const answer = await (await deps.rooms.pendingWrites()).settle(input.args[0] ?? null);
    if (!answer.ok) return { ok: false, problem: answer.problem };
    const isOpen = answer.value.some(({ outcome }) => outcome === 'unsettled');
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        columns: [
          { key: 'key', title: 'Key', kind: 'id' },
          { key: 'operation', title: 'Operation', kind: 'text' },
          { key: 'about', title: 'About', kind: 'text' },
          { key: 'sent_at', title: 'Sent', kind: 'timestamp' },
          { key: 'outcome', title: 'Outcome', kind: 'status' },
          { key: 'status', title: 'Status', kind: 'integer' },
          { key: 'reason', title: 'Reason', kind: 'text' },
        ],
        empty: 'No write waits for its answer.',
      },
      exitCode: isOpen ? UNKNOWN_OUTCOME : 0,
    };
  },
};

const UNKNOWN_OUTCOME = 7;
