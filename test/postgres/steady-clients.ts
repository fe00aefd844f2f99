import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentService } from '../e2e/payment-service.ts';

/** Clients that pay without a pause, and ask again under the same key until they are answered. */
export class SteadyClients {
  readonly #services: readonly PaymentService[];
  readonly #loans: readonly string[];
  readonly #running: Promise<void>[];
  #mustStop = false;
  /** Ids of payments that were acknowledged. */
  readonly paid: string[] = [];
  /** Answers that were neither an acknowledgement nor a request to come again. */
  readonly unexpected: string[] = [];
  /** How often a client had to ask again. */
  askedAgain = 0;

  constructor(services: readonly PaymentService[], loans: readonly string[], connections: number) {
    this.#services = services;
    this.#loans = loans;
    this.#running = Array.from({ length: connections }, (_, number) => this.#work(number));
  }

  /** Waits until so many more payments were acknowledged. */
  async more(payments: number): Promise<void> {
    for (const until = this.paid.length + payments; this.paid.length < until; ) await sleep(20);
  }

  /** Lets each client hear of its last payment. */
  async stop(): Promise<void> {
    this.#mustStop = true;
    await Promise.all(this.#running);
  }

  async #work(number: number): Promise<void> {
    for (let count = 0; !this.#mustStop; count++) {
      const loan = this.#loans[(count * 7 + number) % this.#loans.length] as string;
      const key = { 'idempotency-key': `steady client ${number} ${count}` };
      for (let attempt = 0; ; attempt++) {
        const service = this.#services[(number + attempt) % this.#services.length] as PaymentService;
        const answer = await service.pay(loan, (100 + (count % 100)) / 100, key);
        if (answer.status === 503) {
          this.askedAgain += 1;
          await sleep(100);
          continue;
        }
        if (answer.status === 201) {
          this.paid.push((JSON.parse(answer.text) as { payment_id: string }).payment_id);
        } else {
          this.unexpected.push(`${answer.status} ${answer.text}`);
        }
        break;
      }
    }
  }
}
