import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from '../workbench.ts';
import { addOfficer, PaymentService } from './payment-service.ts';

/** The service keeps what the ledger says of a token; these end it from another process, with requests on the way. */
describe('a token the service has seen before', () => {
  let bench: Workbench;
  let service: PaymentService | null = null;
  beforeEach(async () => {
    bench = new Workbench();
    await addOfficer(bench);
    const passwordFile = join(bench.folder, 'second');
    writeFileSync(passwordFile, 'another four words here', { mode: 0o600 });
    const second = ['--email', 'a@bank.example', '--name', 'A', '--admin', '--password-file', passwordFile];
    await bench.prepare(['officers', 'add', ...second, '--yes']);
    service = await PaymentService.start(bench);
  });
  afterEach(async () => {
    await service?.end('SIGKILL');
    service = null;
    bench.remove();
  });

  const status = async () => (await service?.ask('/api/v1/loans'))?.status;

  it.each([
    ['the officer is disabled', () => ['officers', 'disable', 'm@bank.example', '--yes']],
    [
      'the password is changed',
      () => [
        'officers',
        'password',
        'm@bank.example',
        '--password-file',
        join(bench.folder, 'second'),
        '--yes',
      ],
    ],
  ])('ends at once when %s at the terminal', async (_how, words) => {
    expect(await Promise.all(Array.from({ length: 8 }, status))).toEqual(Array(8).fill(200));
    let isEnded = false;
    const busy = Array.from({ length: 4 }, async () => {
      while (!isEnded) await status();
    });
    try {
      await bench.must(words(), { businessDate: null });
      expect(await Promise.all(Array.from({ length: 8 }, status))).toEqual(Array(8).fill(401));
    } finally {
      isEnded = true;
      await Promise.all(busy);
    }
  });

  it('still ends at once after others have written', async () => {
    const loan = await bench.openLoan();
    expect(await status()).toBe(200);
    expect((await service?.pay(loan, 100))?.status).toBe(201);
    expect(await status()).toBe(200);
    await bench.must(['officers', 'disable', 'm@bank.example', '--yes'], { businessDate: null });
    expect(await status()).toBe(401);
    expect((await service?.pay(loan, 100))?.status).toBe(401);
  });
});
