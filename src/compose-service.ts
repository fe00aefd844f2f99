import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { World } from './compose.ts';
import type { LedgerMachine, LocalPlace } from './compose-ledger.ts';
import type { Backend, CallOptions } from './contract/backend.ts';
import type { OperationInput, OperationName, OperationOutput } from './contract/operation-types.ts';
import type { Outcome, Problem } from './contract/problem.ts';
import type { CalendarDate } from './domain/dates.ts';
import { hexText } from './domain/hex-text.ts';
import { startService } from './server/running-service.ts';
import type { HttpCaller, ServiceParts } from './server/service-parts.ts';
import { startWritingThread, type WritingThread } from './server/writing-thread.ts';
import { httpCaller } from './service/http-caller.ts';
import { authenticator } from './service/identity.ts';
import { localBackend } from './service/local-backend.ts';
import { mayWrite } from './service/writing-calls.ts';
import type { ServeOptions } from './shell/command-definition.ts';
import { fileProblem } from './shell/file-problem.ts';
import type { Store } from './store/port.ts';

/** Beside the parts of the bundle, and beside the sources. */
const WRITE_WORKER = ['../write-worker.js', './write-worker.ts'] as const;
const EXIT_INTERNAL = 1;
const EXIT_INTERRUPTED = 130;
/** A ledger that another process holds answers within its wait; one that does not is not ready. */
const READY_WITHIN_MS = 2_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

/** What serving a ledger needs of `compose.ts`: the open store, the clocks, the randomness. */
interface ServedLedger {
  /** For reading; what may write goes to the thread that writes. */
  readonly store: Store;
  readonly place: LocalPlace;
  readonly machine: LedgerMachine;
  readonly world: World;
  nowMs(): number;
  ticksMs(): number;
  randomBytes(size: number): Uint8Array;
  readonly givenBusinessDate: CalendarDate | null;
  readonly describedAs: string;
}

/** Serves a ledger until a signal says stop, then closes it; answers the exit code, or why it does not start. */
export async function serveLedger(options: ServeOptions, ledger: ServedLedger): Promise<number | Problem> {
  const { store, world } = ledger;
  const say = (line: string) => world.writeError(`${line}\n`);
  let writing: WritingThread | null = null;
  try {
    const tls = options.tls === null ? null : await readTls(options.tls, world.workingFolder);
    if (tls !== null && 'code' in tls) return tls;
    const stopped = new Promise<'SIGTERM' | 'SIGINT'>((stop) => world.onStopSignal(stop));
    // Asked once: it reads the password file.
    const osUser = world.osUser();
    writing = await openWriting(ledger, osUser);
    const service = await startService(
      serviceParts(options, ledger, { tls, osUser, writing }),
      options,
    ).catch((error: NodeJS.ErrnoException) => notListening(error, options));
    if ('code' in service) return service;
    if (!(await hasOfficers(store))) {
      say('nobody can sign in yet: loandesk officers add --email E --name N --admin');
    }
    if (tls === null && !LOOPBACK.test(options.host)) {
      say(
        `warning: plain HTTP on ${options.host}: keep a TLS proxy before it, or give --tls-cert and --tls-key`,
      );
    }
    say(`serving ${ledger.describedAs} at ${service.url}`);
    const ending = await Promise.race([stopped, writing.lost]);
    if (ending instanceof Error) {
      say(`error: internal: the thread that writes was lost (${ending.message}); start the service again`);
    } else say('stopping: what is in flight is finished first');
    await service.stop();
    if (ending instanceof Error) return EXIT_INTERNAL;
    return ending === 'SIGINT' ? EXIT_INTERRUPTED : 0;
  } finally {
    await writing?.stop();
    await store.close();
  }
}

/** Starts the thread that writes, which opens the ledger for itself. */
function openWriting(ledger: ServedLedger, osUser: string): Promise<WritingThread> {
  const { place, machine, givenBusinessDate, describedAs } = ledger;
  const isSource = import.meta.url.endsWith('.ts');
  const program = new URL(WRITE_WORKER[isSource ? 1 : 0], import.meta.url);
  return startWritingThread(program, {
    place,
    migrations: machine.migrations,
    environment: place.kind === 'ledger' ? {} : ofDatabases(machine.environment),
    givenBusinessDate,
    describedAs,
    osUser,
  });
}

/** What reaching a database may need, and nothing else of the environment. */
function ofDatabases(environment: LedgerMachine['environment']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => name === 'HOME' || name.startsWith('PG')),
  );
}

function serviceParts(
  options: ServeOptions,
  ledger: ServedLedger,
  more: { readonly tls: ServiceParts['tls']; readonly osUser: string; readonly writing: WritingThread },
): ServiceParts {
  const { store, world, randomBytes } = ledger;
  const authenticate = authenticator(store);
  return {
    backendFor: (caller) => backendFor(caller, ledger, more),
    authenticate: (token) => authenticate(token, ledger.nowMs()),
    isReady: () => isReady(store),
    ...(store.server === undefined ? {} : { connections: store.server.connections }),
    nowMs: ledger.nowMs,
    ticksMs: ledger.ticksMs,
    newRequestId: () => hexText(randomBytes(8)),
    writeLog: (lines) => world.writeError(lines),
    writesWaiting: () => more.writing.waiting(),
    requestsPerMinute: options.requestsPerMinute,
    signInsPerMinute: options.signInsPerMinute,
    tls: more.tls,
  };
}

/** Reads here, in their own snapshot; whatever may write on the thread that does. */
function backendFor(
  caller: HttpCaller,
  ledger: ServedLedger,
  { osUser, writing }: { readonly osUser: string; readonly writing: WritingThread },
): Backend {
  const { store, nowMs, randomBytes, givenBusinessDate, describedAs } = ledger;
  const reading = localBackend({
    store,
    nowMs,
    randomBytes,
    caller: httpCaller(caller.officer, caller.address, osUser),
    requestId: caller.requestId,
    givenBusinessDate,
    describedAs,
  });
  return {
    describedAs,
    close: async () => {},
    call: <Name extends OperationName>(name: Name, input: OperationInput<Name>, how: CallOptions = {}) =>
      mayWrite(name, how)
        ? (writing.call(caller, name, input, how) as Promise<Outcome<OperationOutput<Name>>>)
        : reading.call(name, input, how),
  };
}

async function isReady(store: Store): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), READY_WITHIN_MS).unref();
  });
  const asked = store.server?.takesWrites() ?? store.read((tx) => tx.policy.latest()).then(() => true);
  const answered = asked.catch(() => false);
  return Promise.race([answered, late]);
}

async function hasOfficers(store: Store): Promise<boolean> {
  return store.read(async (tx) => (await tx.officers.list({ offset: 0, limit: 1 })).totalCount > 0);
}

async function readTls(
  files: NonNullable<ServeOptions['tls']>,
  workingFolder: string,
): Promise<NonNullable<ServiceParts['tls']> | Problem> {
  const contents: Uint8Array[] = [];
  for (const file of [files.certFile, files.keyFile]) {
    try {
      contents.push(await readFile(resolve(workingFolder, file)));
    } catch (error) {
      const problem = fileProblem(error, file, 'read');
      if (problem === null) throw error;
      return problem;
    }
  }
  const [cert, key] = contents as [Uint8Array, Uint8Array];
  return { cert, key };
}

/** Why the operating system will not let us listen there, or what is wrong with the certificate. */
function notListening(error: NodeJS.ErrnoException, { host, port }: ServeOptions): Problem {
  const what: Record<string, string> = {
    EADDRINUSE: 'something else listens there',
    EACCES: 'this user may not listen there',
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'there is no such host',
  };
  const reason = what[error.code ?? ''];
  if (reason !== undefined) {
    const detail = `The service cannot listen on ${host} port ${port}: ${reason}.`;
    return { code: 'usage', detail, hint: 'Give another --host or --port; --port 0 takes any free one.' };
  }
  if (!/^ERR_(OSSL|SSL|TLS)/.test(error.code ?? '')) throw error;
  const detail = 'The certificate and its key cannot be used together.';
  return { code: 'usage', detail, hint: 'Give PEM files that belong together, the key without a password.' };
}
