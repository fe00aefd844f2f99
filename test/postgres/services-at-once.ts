import { expect } from 'vitest';
import { fileLines } from '../../src/client/file-lines.ts';
import { type Answer, PaymentService } from '../e2e/payment-service.ts';
import { batchInput, ownCsv } from '../service/payment-files.ts';
import { DAY_ONE, Workbench } from '../workbench.ts';
import { keptIds } from './kept-ids.ts';

/** Beside the load itself: starting, checking. */
const MARGIN_MS = 240_000;
const REPEATED_ONE_IN = 5;
const REVERSED_ONE_IN = 7;
const ROWS_A_FILE = 3;

interface Load {
  readonly url: string;
  readonly loans: readonly string[];
  readonly connections: number;
  readonly forMs: number;
}

/** What the clients were told. */
interface Told {
  readonly paid: string[];
  readonly reversed: string[];
  readonly imported: string[];
  readonly batches: string[];
  /** Answers that are neither done nor a refusal one must expect. */
  readonly unexpected: string[];
  readonly latenciesMs: number[];
  plansChanged: number;
  busy: number;
}

/**
 * Two services on one database, with clients that pay, take back and import on the same loans for a while. Then every
 * answer must be there once, the ledger must be whole, and nobody may have heard of deadlocks.
 */
export async function workAtOnce({ url, loans, connections, forMs }: Load): Promise<void> {
  const bench = new Workbench(url);
  const told: Told = {
    paid: [],
    reversed: [],
    imported: [],
    batches: [],
    unexpected: [],
    latenciesMs: [],
    plansChanged: 0,
    busy: 0,
  };
  const services: PaymentService[] = [];
  try {
    services.push(await PaymentService.start(bench, forMs + MARGIN_MS));
    services.push(await PaymentService.start(bench, forMs + MARGIN_MS));
    const untilMs = performance.now() + forMs;
    const clients = Array.from({ length: connections }, (_, number) => {
      const client = new AtOnceClient(services, number, loans, told);
      // One of the connections of each service imports.
      return client.work(untilMs, number < services.length ? 'imports' : 'pays');
    });
    await Promise.all(clients);
    for (const service of services) expect(await service.end()).toBe(0);
    services.length = 0;
    console.info(inWords(told, forMs));
    expect(told.unexpected.slice(0, 10)).toEqual([]);
    const paid = [...told.paid, ...told.imported];
    expect(await keptIds(url, 'payments', 'payment_id')).toEqual(paid.sort());
    expect(await keptIds(url, 'payment_reversals', 'payment_id')).toEqual(told.reversed.sort());
    expect(await keptIds(url, 'payment_batches', 'batch_id')).toEqual(told.batches.sort());
    expect(told.paid.length).toBeGreaterThan(connections);
    expect(told.reversed.length).toBeGreaterThan(0);
    expect(told.batches.length).toBeGreaterThan(0);
    expect(await bench.verify()).toMatchObject({ ok: true, exitCode: 0 });
  } finally {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    bench.remove();
  }
}

class AtOnceClient {
  readonly #services: readonly PaymentService[];
  readonly #number: number;
  readonly #loans: readonly string[];
  readonly #told: Told;
  readonly #mine: string[] = [];
  #asked = 0;

  constructor(services: readonly PaymentService[], number: number, loans: readonly string[], told: Told) {
    this.#services = services;
    this.#number = number;
    this.#loans = loans;
    this.#told = told;
  }

  async work(untilMs: number, what: 'imports' | 'pays'): Promise<void> {
    const { reversed, batches } = this.#told;
    // On a slow machine longer, until there is something of each kind.
    while (performance.now() < untilMs || reversed.length === 0 || batches.length === 0) {
      this.#asked += 1;
      if (what === 'imports') await this.#import();
      else if (this.#asked % REVERSED_ONE_IN === 0 && this.#mine.length > 0) await this.#reverse();
      else await this.#pay();
    }
  }

  async #pay(): Promise<void> {
    const loan = this.#loanAt(this.#asked);
    const body = {
      payment_amount: (100 + (this.#asked % 400)) / 100,
      payment_date: DAY_ONE,
      payment_method: 'auto_debit',
      payment_reference: `${this.#number}-${this.#asked}`,
    };
    const answer = await this.#post(`/api/v1/loans/${loan}/payments`, body);
    if (answer.status !== 201) return this.#surprised(answer);
    const { payment_id } = JSON.parse(answer.text) as { payment_id: string };
    this.#told.paid.push(payment_id);
    this.#mine.push(payment_id);
  }

  async #reverse(): Promise<void> {
    const payment = this.#mine.shift() as string;
    const answer = await this.#post(`/api/v1/payments/${payment}/reversal`, { reason: 'bounced' });
    if (answer.status === 201 || answer.status === 200) this.#told.reversed.push(payment);
    else this.#surprised(answer);
  }

  async #import(): Promise<void> {
    const rows = Array.from(
      { length: ROWS_A_FILE },
      (_, row) =>
        [this.#loanAt(this.#asked + row), '1.25', DAY_ONE, `${this.#number}-${this.#asked}-${row}`] as const,
    );
    const lines = fileLines(await batchInput(ownCsv(...rows)));
    const planned = await this.#service(0).ask('/api/v1/payment-batches', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines,
    });
    if (planned.status !== 200) return this.#surprised(planned);
    const { batch_id, plan_digest } = JSON.parse(planned.text) as { batch_id: string; plan_digest: string };
    const answer = await this.#post(`/api/v1/payment-batches/${batch_id}/post`, { plan_digest });
    if (answer.status === 409 && answer.text.includes('plan_changed')) {
      this.#told.plansChanged += 1;
      return;
    }
    if (answer.status !== 201) return this.#surprised(answer);
    const posted = JSON.parse(answer.text) as { rows: { payment_id: string }[] };
    this.#told.batches.push(batch_id);
    this.#told.imported.push(...posted.rows.map((row) => row.payment_id));
  }

  /** Asks under a key of its own, sometimes again, and of the other service: it must be the same answer. */
  async #post(path: string, body: object): Promise<Answer> {
    const headers = { 'idempotency-key': `a client of many, ${this.#number}: ${this.#asked}` };
    const how = { method: 'POST', headers, body: JSON.stringify(body) };
    const startMs = performance.now();
    let answer = await this.#service(0).ask(path, how);
    this.#told.latenciesMs.push(performance.now() - startMs);
    for (; answer.status === 503; answer = await this.#service(1).ask(path, how)) this.#told.busy += 1;
    if (this.#asked % REPEATED_ONE_IN === 0) {
      const again = await this.#service(1).ask(path, how);
      if (again.text !== answer.text || again.headers.get('idempotency-replayed') !== 'true') {
        this.#told.unexpected.push(`asked again: ${again.status} ${again.text}, not ${answer.text}`);
      }
    }
    return answer;
  }

  #service(beside: number): PaymentService {
    return this.#services[(this.#number + beside) % this.#services.length] as PaymentService;
  }

  #loanAt(at: number): string {
    return this.#loans[(at * 7 + this.#number) % this.#loans.length] as string;
  }

  #surprised({ status, text }: Answer): void {
    this.#told.unexpected.push(`${status} ${text}`);
  }
}

function inWords(told: Told, forMs: number): string {
  const sorted = told.latenciesMs.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  const done = [
    `${told.paid.length} payments`,
    `${told.reversed.length} reversals`,
    `${told.batches.length} imports (${told.plansChanged} plans had changed)`,
  ];
  return `${forMs / 1000} s: ${done.join(', ')}; ${told.busy} busy; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`;
}
