import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { World } from './compose.ts';
import type { Problem } from './contract/problem.ts';
import type { CalendarDate } from './domain/dates.ts';
import { startService } from './server/running-service.ts';
import type { HttpCaller, ServiceParts } from './server/service-parts.ts';
import type { Caller } from './service/call.ts';
import { authenticate } from './service/identity.ts';
import { localBackend } from './service/local-backend.ts';
import type { ServeOptions } from './shell/command-definition.ts';
import { fileProblem } from './shell/file-problem.ts';
import type { Store } from './store/port.ts';

const EXIT_INTERRUPTED = 130;
/** A ledger that another process holds answers within its wait; one that does not is not ready. */
const READY_WITHIN_MS = 2_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

/** What serving a ledger needs of `compose.ts`: the open store, the clocks, the randomness. */
interface ServedLedger {
  readonly store: Store;
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
  try {
    const tls = options.tls === null ? null : await readTls(options.tls, world.workingFolder);
    if (tls !== null && 'code' in tls) return tls;
    const stopped = new Promise<'SIGTERM' | 'SIGINT'>((stop) => world.onStopSignal(stop));
    const service = await startService(serviceParts(options, ledger, tls), options).catch(
      (error: NodeJS.ErrnoException) => notListening(error, options),
    );
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
    const signal = await stopped;
    say('stopping: what is in flight is finished first');
    await service.stop();
    return signal === 'SIGINT' ? EXIT_INTERRUPTED : 0;
  } finally {
    await store.close();
  }
}

function serviceParts(options: ServeOptions, ledger: ServedLedger, tls: ServiceParts['tls']): ServiceParts {
  const { store, givenBusinessDate, world, randomBytes } = ledger;
  // Asked once: it reads the password file.
  const osUser = world.osUser();
  return {
    backendFor: (caller) =>
      localBackend({
        store,
        nowMs: ledger.nowMs,
        randomBytes,
        caller: callerOf(caller, osUser),
        requestId: caller.requestId,
        givenBusinessDate,
        describedAs: ledger.describedAs,
      }),
    authenticate: (token) => authenticate(store, token, ledger.nowMs()),
    isReady: () => isReady(store),
    nowMs: ledger.nowMs,
    ticksMs: ledger.ticksMs,
    newRequestId: () => Buffer.from(randomBytes(8)).toString('hex'),
    writeLog: (lines) => world.writeError(lines),
    requestsPerMinute: options.requestsPerMinute,
    signInsPerMinute: options.signInsPerMinute,
    tls,
  };
}

/** The user of this machine is the service's own; who asks is the officer, from the address of the connection. */
function callerOf({ officer, address }: HttpCaller, osUser: string): Caller {
  return {
    actor: officer?.email ?? 'nobody',
    osUser,
    host: address,
    channel: 'http',
    userId: officer?.userId ?? null,
    roles: officer?.roles ?? [],
  };
}

async function isReady(store: Store): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), READY_WITHIN_MS).unref();
  });
  const answered = store
    .read((tx) => tx.policy.latest())
    .then(
      () => true,
      () => false,
    );
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
