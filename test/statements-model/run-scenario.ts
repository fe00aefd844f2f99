import { RefusedFile } from '../../src/ingest/refused-file.ts';
import {
  ACCOUNTS,
  dateOf,
  type Movement,
  poundsOf,
  roundDays,
  type Scenario,
  type Step,
  type ToldFile,
  type ToldMovement,
  withBalances,
} from './bank.ts';
import { judge } from './judge.ts';
import { statesBalances } from './layouts.ts';
import type { ModelDesk } from './model-desk.ts';
import { Fault, inWords, type Place, Places } from './places.ts';
import type { RenderedFile } from './rendered-file.ts';
import { rendered } from './renderers.ts';

/** What a run came to: how many files were imported, what it did in words, and what was wrong first. */
export interface Run {
  readonly imports: number;
  readonly said: readonly string[];
  readonly fault: Fault | null;
}

/** Does all of a scenario on a desk without payments, up to the first fault. */
export async function runScenario(scenario: Scenario, desk: ModelDesk): Promise<Run> {
  const running = new Running(scenario, desk);
  try {
    for (const step of scenario.steps) await running.take(step);
    await running.compare();
  } catch (error) {
    const fault =
      error instanceof Fault ? error : new Fault('broken', error instanceof Error ? (error.stack ?? '') : '');
    return { imports: running.imports, said: running.said, fault };
  }
  return { imports: running.imports, said: running.said, fault: null };
}

class Running {
  imports = 0;
  readonly said: string[] = [];
  readonly #scenario: Scenario;
  readonly #desk: ModelDesk;
  readonly #movements: ReadonlyMap<number, ToldMovement>;
  readonly #rounds: ReadonlySet<string>;
  /** Days told by files that state no balance beside their rows. */
  readonly #unstated = new Set<string>();
  /** Days told otherwise than whole and oldest first, so that nobody sees what went round in them. */
  readonly #outOfTurn = new Set<string>();
  readonly #places: Places;
  readonly #batches = new Map<string, string>();

  constructor(scenario: Scenario, desk: ModelDesk) {
    this.#scenario = scenario;
    this.#desk = desk;
    this.#movements = withBalances(scenario);
    this.#rounds = roundDays(scenario);
    this.#places = new Places(scenario.accounts.map(({ evidence }) => evidence));
  }

  async take(step: Step): Promise<void> {
    switch (step.does) {
      case 'import':
        return this.#import(step.name, step.file);
      case 'undo':
        return this.#undo(step.of);
      case 'answer':
        return this.#answer();
      case 'match':
      case 'dismiss':
        return this.#settle(step.does, step.which);
      case 'reverse':
        return this.#reverse(step.which);
      case 'pay':
        return this.#pay(this.#movements.get(step.movement));
      case 'return':
        return this.#return();
    }
  }

  async #import(name: string, file: ToldFile): Promise<void> {
    if (file.told.length === 0) return;
    const whole = rendered(file, this.#scenario, this.#desk.loans);
    if (whole.lines.length === 0) return;
    const isDamaged = whole.lines.some(({ movement }) => file.damaged.includes(movement.id));
    const batch = await this.#imported(name, file, whole, whole);
    if (!isDamaged) return;
    const rejects = await this.#desk.rejects(whole, batch);
    const corrected = rejects.replaceAll(/(\d)x/g, '$1');
    const told = whole.lines.filter(({ movement }) => file.damaged.includes(movement.id));
    const above = corrected.split(/\r?\n/).findIndex((line) => /,code,|;code;|\tcode\t/.test(line));
    const lines = told.map(({ movement }, at) => ({ movement, line: above + at + 2 }));
    const again = { text: corrected, lines, read: whole.read };
    await this.#imported(`${name} corrected`, { ...file, damaged: [] }, again, whole);
  }

  async #imported(name: string, file: ToldFile, rendering: RenderedFile, whole: RenderedFile) {
    const onError = file.damaged.length > 0 ? 'reject' : 'stop';
    const options =
      rendering.read.profile === undefined
        ? rendering.read
        : { ...rendering.read, profile: 'of the account' };
    this.said.push(
      `import ${name}${rendering.bytes === undefined ? '' : ' as a workbook'} ${JSON.stringify(options)} --on-error ${onError}\n${rendering.text}`,
    );
    this.imports += 1;
    const batch = await this.#desk.imported(rendering, onError).catch((error: unknown) => {
      if (!(error instanceof RefusedFile)) throw error;
      throw new Fault('unreadable', `${name}: ${error.refusal.message} ${error.refusal.hint ?? ''}`);
    });
    for (const row of batch.rows) {
      this.said.push(
        `  line ${row.line}: ${row.outcome} ${row.code ?? ''} ${row.payment_id ?? ''} ${row.held_id ?? ''} ${row.reason ?? ''}`,
      );
    }
    if (batch.batch_id !== null) this.#batches.set(name, batch.batch_id);
    if (!statesBalances(file.layout)) {
      for (const { movement } of rendering.lines) this.#unstated.add(dayOf(movement));
    }
    // Neither a file with refused rows nor these, corrected, tell all of their days.
    const isWhole = whole === rendering && file.damaged.length === 0;
    if (!isWhole || (file.layout.kind === 'csv' && file.layout.order !== 'oldest')) {
      for (const { movement } of rendering.lines) this.#outOfTurn.add(dayOf(movement));
    }
    const ordinary = (movement: Movement) => this.#isOrdinary(movement);
    judge({ name, file, rendered: rendering, whole, batch, ordinary, loans: this.#desk.loans }, this.#places);
    return batch;
  }

  #isOrdinary(movement: Movement): boolean {
    if (!this.#scenario.ordinary) return false;
    const { evidence, slices } = this.#scenario.accounts[movement.account] ?? {};
    const day = dayOf(movement);
    if ((slices === true || this.#outOfTurn.has(day)) && this.#rounds.has(day)) return false;
    if (slices === true && evidence === 'balances' && this.#mayBeMovedInTheDay(movement)) return false;
    return evidence === 'balances' || evidence === 'references';
  }

  /**
   * Whether a slice may tell another movement in its place: balances that follow from an opening prove no two rows
   * apart, as banks order a day anew, and slices between which one is missing have none in common.
   */
  #mayBeMovedInTheDay(movement: Movement): boolean {
    const { id, direction, amount } = movement;
    const isEqual = (one: Movement) =>
      one.id !== id && one.direction === direction && one.amount === amount && dayOf(one) === dayOf(movement);
    return this.#unstated.has(dayOf(movement)) && [...this.#movements.values()].some(isEqual);
  }

  async #undo(of: string): Promise<void> {
    for (const name of [`${of} corrected`, of]) {
      const batch_id = this.#batches.get(name);
      if (batch_id === undefined) continue;
      this.said.push(`undo ${name}`);
      await this.#desk.done('payment_batches.undo', { batch_id, reason: 'the wrong file' });
      this.#batches.delete(name);
      this.#places.undo(name);
    }
  }

  /** A person looks at each unsure row, and says what is true of it. */
  async #answer(): Promise<void> {
    for (const place of this.#places.all()) {
      if (!place.unsure || place.returned || place.state !== 'open') continue;
      const { told, sure } = this.#places.counts(place.group);
      if (sure >= told) await this.#dismiss(place, 'duplicate');
      else await this.#accept(place);
      this.#places.settle(place.group);
    }
  }

  async #accept(place: Place): Promise<void> {
    const { movement } = place;
    // Nobody's yet: to dismiss it would say that it is known, so it waits on.
    if (movement.loan === null) return;
    place.unsure = false;
    if (!movement.named) return this.#match(place);
    this.said.push(`accept ${place.id}, which is ${inWords(movement)}`);
    await this.#desk.done('held_rows.accept', { held_id: place.id });
    await this.#keepPayments(place);
  }

  async #match(place: Place): Promise<void> {
    const loan_id = this.#desk.loans[place.movement.loan as number] as string;
    this.said.push(`match ${place.id} ${loan_id}, which is ${inWords(place.movement)}`);
    await this.#desk.done('held_rows.match', { held_id: place.id, allocations: [{ loan_id }] });
    await this.#keepPayments(place);
  }

  async #keepPayments(place: Place): Promise<void> {
    const { steps } = await this.#desk.done('held_rows.get', { held_id: place.id });
    place.paymentIds = steps.flatMap(({ payment_id }) => payment_id ?? []);
    place.state = place.paymentIds.length === 0 ? 'open' : 'payment';
  }

  async #dismiss(place: Place, as: 'dismissed' | 'duplicate'): Promise<void> {
    this.said.push(`dismiss ${place.id} as ${as}, which is ${inWords(place.movement)}`);
    await this.#desk.done('held_rows.dismiss', { held_id: place.id, reason: as });
    place.state = as;
  }

  async #settle(does: 'match' | 'dismiss', which: number): Promise<void> {
    const open = this.#places
      .all()
      .filter(({ state, unsure, returned }) => state === 'open' && !unsure && !returned);
    const place = open[which % Math.max(open.length, 1)];
    if (place === undefined) return;
    const { told, sure } = this.#places.counts(place.group);
    // Held after a reversal, while another row of it was accepted.
    if (place.again && sure > told) return this.#dismiss(place, 'duplicate');
    if (does === 'dismiss' || place.movement.loan === null) return this.#dismiss(place, 'dismissed');
    return this.#match(place);
  }

  async #reverse(which: number): Promise<void> {
    const payments = this.#places
      .all()
      .filter(({ state, paymentIds }) => state === 'payment' && paymentIds.length === 0);
    const place = payments[which % Math.max(payments.length, 1)];
    if (place === undefined) return;
    this.said.push(`reverse ${place.id}`);
    await this.#desk.done('payments.reverse', { payment_id: place.id, reason: 'a mistake' });
    place.state = 'reversed';
    this.#places.settle(place.group);
  }

  async #pay(movement: ToldMovement | undefined): Promise<void> {
    if (movement === undefined || movement.loan === null) return;
    const group = this.#places.groupOf(movement);
    if (this.#places.ofGroup(group).some(({ state }) => state !== 'undone')) return;
    const { reference, amount, day, loan } = movement;
    const paid = await this.#desk.call('payments.create', {
      loan_id: this.#desk.loans[loan] as string,
      payment_amount: poundsOf(amount),
      payment_date: dateOf(day),
      payment_method: 'manual_transfer',
      ...(reference === null ? {} : { payment_reference: reference }),
    });
    // It was a payment before, and its file was undone.
    if (!paid.ok) return;
    const { payment_id } = paid.value;
    this.said.push(`pay by hand ${payment_id}, which is ${inWords(movement)}`);
    const place: Place = {
      id: payment_id as string,
      paymentIds: [],
      movement,
      group,
      importName: null,
      unsure: false,
      again: false,
      returned: false,
      state: 'payment',
    };
    this.#places.add(place);
    this.#places.tell(group, Math.max(1, this.#places.counts(group).told));
  }

  /** What the bank has taken back is taken back on the loan. */
  async #return(): Promise<void> {
    for (const row of this.#places.all()) {
      if (!row.returned || row.state !== 'open') continue;
      const { takesBack } = row.movement;
      const of = takesBack === null ? row.movement : this.#movements.get(takesBack);
      const group = of === undefined ? null : this.#places.groupOf(of as ToldMovement);
      const payment = this.#places
        .all()
        .find(
          (place) =>
            place.group === group &&
            place.movement.id === of?.id &&
            place.state === 'payment' &&
            !place.returned,
        );
      if (payment === undefined) continue;
      const payment_id = payment.paymentIds[0] ?? payment.id;
      this.said.push(`match ${row.id} --payment ${payment_id}`);
      await this.#desk.done('held_rows.match', { held_id: row.id, payment_id });
      row.state = 'dismissed';
      payment.state = 'ended';
    }
  }

  /** In the end the ledger has what was answered, and nothing else. */
  async compare(): Promise<void> {
    const wanted = new Set(
      this.#places
        .all()
        .filter(({ state }) => state === 'payment')
        .flatMap(({ id, paymentIds }) => (paymentIds.length === 0 ? [id] : paymentIds)),
    );
    for (const loan_id of this.#desk.loans) {
      for (const { payment_id, status } of await this.#desk.done('loans.payments', { loan_id })) {
        if (status === 'posted' && !wanted.delete(payment_id as string))
          throw new Fault('posted_unsaid', `${payment_id} stands on ${loan_id}`);
      }
    }
    if (wanted.size > 0) throw new Fault('payment_gone', [...wanted].join(', '));
    const open = this.#places.all().filter(({ state }) => state === 'open');
    const held = await this.#desk.done('held_rows.list', { size: 500 });
    const ids = (all: readonly string[]) => all.toSorted().join(' ');
    if (ids(held.map(({ held_id }) => held_id)) !== ids(open.map(({ id }) => id)))
      throw new Fault('held_unsaid', `${held.length} rows are open, ${open.length} were answered`);
    const verified = await this.#desk.done('ledger.verify', {});
    if (!verified.ok) throw new Fault('ledger_broken', JSON.stringify(verified.violations.slice(0, 3)));
  }
}

function dayOf({ account, day }: Movement): string {
  return `${account} ${day}`;
}

/** A run in full, to be read and done again by hand. */
export function runInWords(scenario: Scenario, { said, fault }: Run): string {
  const accounts = scenario.accounts.map(
    ({ evidence, opening }, at) => `account ${at} ${ACCOUNTS[at]}: ${evidence}, opening ${poundsOf(opening)}`,
  );
  const movements = [...withBalances(scenario).values()].map(
    (one) => `${inWords(one)}, balance ${poundsOf(one.balance)}, ${one.fate}`,
  );
  return [
    `seed ${scenario.seed}`,
    ...accounts,
    ...movements,
    '',
    ...said,
    '',
    `FAULT ${fault?.message}`,
  ].join('\n');
}
