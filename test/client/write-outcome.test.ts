import { describe, expect, it } from 'vitest';
import { writeOutcome } from '../../src/client/write-outcome.ts';
import { CONTRACT_HEADER } from '../../src/contract/http-names.ts';

function outcomeOf(code: string, headers: Record<string, string> = { [CONTRACT_HEADER]: '1' }): string {
  const response = { status: 503, headers, text: JSON.stringify({ code }) };
  return writeOutcome({ ok: true, response }).kind;
}

describe('a write the server answered 503', () => {
  it('was not carried out where our own server says that nothing was written', () => {
    for (const code of ['ledger_busy', 'overloaded', 'ledger_disk_full'])
      expect(outcomeOf(code)).toBe('answered');
    expect(outcomeOf('ledger_busy', {})).toBe('unknown');
  });

  it('may have been carried out where its commit is not confirmed: its key is kept', () => {
    expect(outcomeOf('ledger_unconfirmed')).toBe('unknown');
  });
});
