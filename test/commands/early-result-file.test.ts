import { expect, it } from 'vitest';
import type { Batch } from '../../src/commands/payment-files/batch-document.ts';
import { EarlyResultFile } from '../../src/commands/payment-files/early-result-file.ts';

const batch = (batch_id: string) => ({ batch_id }) as Batch;

/** A folder of files by the batch they are about; what is begun is written at once and named when that is settled. */
function folder(fault: Error | null = null) {
  const begun: string[] = [];
  const named: string[] = [];
  const result = new EarlyResultFile(async ({ batch_id }, after) => {
    begun.push(`${batch_id}`);
    if (fault !== null) throw fault;
    await after;
    named.push(`${batch_id}`);
    return `${batch_id}.csv`;
  });
  return { result, begun, named };
}

it('a file that was begun gets its name when it is asked for, and is written once', async () => {
  const { result, begun, named } = folder();
  const foretold = batch('A');
  result.begin(foretold);
  await Promise.resolve();
  expect({ begun, named }).toEqual({ begun: ['A'], named: [] });
  expect(await result.written(foretold)).toBe('A.csv');
  await result.drop();
  expect({ begun, named }).toEqual({ begun: ['A'], named: ['A'] });
});

it('another answer than the one foretold gets a file of its own', async () => {
  const { result, begun, named } = folder();
  result.begin(batch('A'));
  result.begin(batch('B'));
  expect(await result.written(batch('C'))).toBe('C.csv');
  expect({ begun, named }).toEqual({ begun: ['A', 'B', 'C'], named: ['C'] });
});

it('what was begun for nothing is not named', async () => {
  const { result, named } = folder();
  result.begin(batch('A'));
  await result.drop();
  await result.drop();
  expect(named).toEqual([]);
});

it('a file that cannot be written is told when it is asked for', async () => {
  const { result } = folder(new Error('no room'));
  const foretold = batch('A');
  result.begin(foretold);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(result.written(foretold)).rejects.toThrow('no room');
});
