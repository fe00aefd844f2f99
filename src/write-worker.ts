// The program of the thread that writes: it owns the connection that does, so that another process holding the
// ledger's lock, or a long import, never keeps the service from answering.
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { nowMs, randomBytes } from './clock-and-chance.ts';
import type { OperationInput, OperationName } from './contract/operation-types.ts';
import { OPERATIONS, type Operation } from './contract/operations.ts';
import type { CalendarDate } from './domain/dates.ts';
import { takingSentFiles } from './server/sent-files.ts';
import type {
  FromWriting,
  ToWriting,
  WritingAnswer,
  WritingCall,
  WritingSetup,
} from './server/writing-calls.ts';
import { plainFields } from './server/written-json.ts';
import { httpCaller } from './service/http-caller.ts';
import { localBackend } from './service/local-backend.ts';
import type { Store } from './store/port.ts';
import { openSqliteStore } from './store/sqlite/open-store.ts';

const setup = workerData as WritingSetup;

/** Opens the ledger and carries out what comes, until told that nothing more will. */
async function work(port: MessagePort): Promise<void> {
  const store = await openStore();
  const say = (message: FromWriting) => port.postMessage(message);
  let arrived: WritingCall[] = [];
  let answers: WritingAnswer[] = [];
  let running = 0;
  let isEnding = false;

  const endIfDone = async () => {
    if (!isEnding || running > 0 || arrived.length > 0) return;
    await store.close();
    port.close();
  };
  const tellAnswers = () => {
    say({ answersJson: JSON.stringify(answers) });
    answers = [];
    endIfDone();
  };
  const answered = (answer: WritingAnswer, name: OperationName) => {
    running -= 1;
    if (isLarge(name) && 'outcome' in answer && answer.outcome.ok) {
      const { value, replayed = false } = answer.outcome;
      const json = new TextEncoder().encode(JSON.stringify(value));
      const message: FromWriting = { number: answer.number, head: plainFields(value), json, replayed };
      port.postMessage(message, [json.buffer]);
      endIfDone();
      return;
    }
    if (answers.length === 0) setImmediate(tellAnswers);
    answers.push(answer);
  };
  // Calls of one turn begin together, and so become durable together.
  const begin = () => {
    const calls = arrived;
    arrived = [];
    running += calls.length;
    for (const call of calls) {
      carryOut(store, call)
        .catch((error: unknown) => ({ number: call.number, fault: faultOf(error) }))
        .then((answer) => answered(answer, call.name));
    }
  };
  port.on('message', (message: ToWriting) => {
    if (message === 'end') {
      isEnding = true;
      endIfDone();
      return;
    }
    if (arrived.length === 0) setImmediate(begin);
    arrived.push(...message.calls);
  });
  say('open');
}

async function openStore(): Promise<Store> {
  const { place, migrations, environment, osUser } = setup;
  if (place.kind === 'database') {
    const { openDatabase } = await import('./compose-database.ts');
    return openDatabase(place, { forMany: true }, { migrations, environment, osUser: () => osUser });
  }
  return openSqliteStore({
    path: place.path,
    migrationsDir: join(migrations, 'sqlite'),
    createIfMissing: false,
    busyWith: 'small_writes',
    now: nowMs,
  });
}

function isLarge(name: OperationName): boolean {
  const { takesLong }: Operation = OPERATIONS[name];
  return takesLong === true;
}

async function carryOut(
  store: Store,
  { number, caller, name, input, options }: WritingCall,
): Promise<WritingAnswer> {
  const backend = localBackend({
    store,
    nowMs,
    randomBytes,
    caller: httpCaller(caller.officer, caller.address, setup.osUser),
    requestId: caller.requestId,
    givenBusinessDate: setup.givenBusinessDate as CalendarDate | null,
    describedAs: setup.describedAs,
  });
  return {
    number,
    outcome: await takingSentFiles(backend).call(name, input as OperationInput<typeof name>, options),
  };
}

function faultOf(error: unknown): { name: string; stack: string } {
  if (error instanceof Error) return { name: error.name, stack: error.stack ?? '' };
  return { name: typeof error, stack: '' };
}

// A rejection ends the thread, and the service tells why.
if (parentPort !== null) work(parentPort);
