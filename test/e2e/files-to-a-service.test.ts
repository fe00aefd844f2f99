import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_ONE, Workbench } from '../workbench.ts';
import { addOfficer, PaymentService } from './payment-service.ts';
import { runProgram } from './run-program.ts';

const BODY_BYTES = 30 * 1_048_576;
const TOLD_BYTES = 2_000;
const MOST_MS = 120_000;
/** So much of the processor one turn of the thread that answers may take: whoever asks waits for no more of them. */
const TURN_MS = 50;

/** The lines of a file of repayments of a loan, as a client sends them. */
function sentFile(loan: string): string {
  const file = {
    digest: 'ab'.repeat(32),
    source_format: 'csv',
    file_name: 'large.csv',
    source_name: null,
    method: 'manual_transfer',
    use_value_date: false,
    strict_balances: false,
    strict_sequence: false,
    expect_count: null,
    expect_total: null,
    on_error: 'stop',
    has_account: false,
  };
  const row = {
    kind: 'row',
    statement: 1,
    direction: 'credit',
    status: 'booked',
    amount: '0.01',
    currency: 'EGP',
    booking_date: DAY_ONE,
    date_from: 'booking',
    loan,
    text: 'told '.repeat(TOLD_BYTES / 5),
  };
  const lines = [JSON.stringify(file)];
  let bytes = 0;
  while (bytes < BODY_BYTES) {
    const line = JSON.stringify({ ...row, line: lines.length + 1, bank_reference: `FT${lines.length}` });
    lines.push(line);
    bytes += line.length + 1;
  }
  return lines.join('\n');
}

/** Sends the lines of a file, from a process of its own: whoever asks for health is not to be busy with it. */
const SEND = `
  import { openAsBlob } from 'node:fs';
  const [path, url] = process.argv.slice(1);
  const headers = { 'content-type': 'application/x-ndjson', authorization: 'Bearer ' + process.env.TOKEN };
  const answer = await fetch(url + '/api/v1/payment-batches', { method: 'POST', headers, body: await openAsBlob(path) });
  const plan = await answer.json();
  console.log(JSON.stringify([answer.status, plan.verdict, plan.known_rows]));
`;

/**
 * Loaded into the service: notes in a file how much of the processor each turn of its main thread took. On a busy
 * machine answers wait for the processor as well, which is no fault of the service.
 */
const NOTING_TURNS = `
  import { appendFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    let before = process.threadCpuUsage();
    setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      before = process.threadCpuUsage();
      appendFileSync(process.env.TURNS_FILE, (user + system) / 1000 + '\\n');
    }, 1).unref();
  }
`;

/** Between a client and a service, until an answer to a posted file comes back: that one it cuts off. */
class CuttingProxy {
  readonly #server: Server;
  cuts = 0;

  constructor(service: URL) {
    this.#server = createServer((client) => {
      const upstream = connect(Number(service.port), service.hostname);
      let isPosting = false;
      client.on('data', (chunk) => {
        isPosting = /^POST \S+\/post HTTP/.test(chunk.toString('latin1'));
        upstream.write(chunk);
      });
      upstream.on('data', (chunk) => {
        if (isPosting && this.cuts === 0) {
          this.cuts += 1;
          client.destroy();
          upstream.destroy();
          return;
        }
        client.write(chunk);
      });
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
  }
}

describe('files sent to the service', () => {
  let bench: Workbench;
  let service: PaymentService | null = null;
  beforeEach(async () => {
    bench = new Workbench();
    await addOfficer(bench);
  });
  afterEach(async () => {
    await service?.end('SIGKILL');
    service = null;
    bench.remove();
  });

  it(
    'keep nobody waiting: beside a body of 30 MB health is answered, and no turn takes 50 ms',
    async () => {
      const path = join(bench.folder, 'lines');
      writeFileSync(path, sentFile(await bench.openLoan()));
      const turnsFile = join(bench.folder, 'turns');
      const running = await PaymentService.start(bench, MOST_MS, {
        noting: NOTING_TURNS,
        TURNS_FILE: turnsFile,
      });
      service = running;
      await running.ask('/healthz');
      writeFileSync(turnsFile, '');
      let isPlanned = false;
      const sending = execa(process.execPath, ['--input-type=module', '-e', SEND, path, running.url], {
        env: { TOKEN: running.token },
        extendEnv: false,
      }).finally(() => {
        isPlanned = true;
      });
      let asked = 0;
      while (!isPlanned) {
        expect((await running.ask('/healthz')).status).toBe(200);
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(JSON.parse((await sending).stdout)).toEqual([200, 'done', 0]);
      expect(asked).toBeGreaterThan(10);
      const turns = readFileSync(turnsFile, 'utf8').trim().split('\n').map(Number);
      expect(turns.length).toBeGreaterThan(asked);
      expect(Math.max(...turns)).toBeLessThan(TURN_MS);
    },
    MOST_MS,
  );

  it(
    'whose answer is lost after they were booked are known when the same is typed again, and settled: nothing is booked twice',
    async () => {
      const loan = await bench.openLoan();
      const running = await PaymentService.start(bench, MOST_MS);
      service = running;
      const proxy = new CuttingProxy(new URL(running.url));
      const path = join(bench.folder, 'rows.csv');
      const rows = [1, 2, 3].map((number) => `${loan},10.0${number},${DAY_ONE},R${number}`);
      writeFileSync(path, ['loan_id,payment_amount,payment_date,payment_reference', ...rows, ''].join('\n'));
      const home = join(bench.folder, 'client');
      const environment = {
        HOME: home,
        LOANDESK_HOME: home,
        LOANDESK_SERVER: await proxy.start(),
        LOANDESK_TOKEN: running.token,
      };
      const again = () => runProgram(['pay', 'import', path, '--yes', '--json'], { environment });
      try {
        const lost = await again();
        expect([lost.exitCode, lost.out, proxy.cuts]).toEqual([7, '', 1]);
        expect(lost.error).toContain('Whether it was carried out is not known');
        expect(bench.count('payments')).toBe(3);

        // Of a dry run nothing is settled: it changes nothing.
        const dry = await runProgram(['pay', 'import', path, '--dry-run', '--json'], { environment });
        expect([dry.exitCode, dry.error]).toEqual([0, expect.not.stringContaining('settled: ')]);
        const settled = await again();
        expect(settled.error).toMatch(
          /settled: payment_batches\.post BAT-\w+ of .* was carried out: batch_id BAT-/,
        );
        expect([settled.exitCode, JSON.parse(settled.out)]).toMatchObject([
          0,
          { outcomes: { post: [], already_imported: [{ currency: 'EGP', count: 3, sum: '30.06' }] } },
        ]);
        expect([bench.count('payments'), bench.count('payment_batches')]).toEqual([3, 1]);
        const pending = await runProgram(['pending', 'ls', '--json'], { environment });
        expect(JSON.parse(pending.out)).toEqual([]);
      } finally {
        proxy.stop();
      }
      expect(await bench.verify()).toMatchObject({ ok: true });
    },
    MOST_MS,
  );
});
