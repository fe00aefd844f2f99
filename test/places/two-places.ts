import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, type World } from '../../src/compose.ts';
import type { OperationName } from '../../src/contract/operation-types.ts';
import type { Role } from '../../src/contract/operations.ts';
import { type RunningService, startService } from '../../src/server/running-service.ts';
import { takingSentFiles } from '../../src/server/sent-files.ts';
import type { Caller } from '../../src/service/call.ts';
import { authenticator } from '../../src/service/identity.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import type { Backstage } from '../../src/shell/surroundings.ts';
import { type Said, typeLine } from '../run-here.ts';
import { type Engine, openEmptyLedger } from '../store/empty-ledger.ts';
import { type Moment, PinnedPlace } from './pinned-place.ts';

/** The same line at both places. */
export interface Both {
  readonly ledger: Said;
  readonly server: Said;
}

export interface Typed {
  /** Who types it; MONA when absent. */
  readonly as?: string;
  readonly stdin?: string;
}

const MONA = 'mona@bank.example';
const OMAR = 'omar@bank.example';
const PASSWORD = 'correct horse battery';
const OFFICERS: readonly { email: string; name: string; roles: Role[] }[] = [
  { email: MONA, name: 'Mona Hassan', roles: ['admin'] },
  { email: OMAR, name: 'Omar Adel', roles: ['admin'] },
];
/** The only line that may differ: where a write went. */
const WHERE_IT_WENT = /^(written to|nothing changed in) (ledger|server) \S+\n/m;
/** How far an import has come by and by: told when it is kept, which is in other portions. */
const PROGRESS = /^(\S+: )[\d,]+ records\n(?=\1[\d,]+ records?\n)/gm;
/** On a ledger alone it is so that a name proves nothing, and the commands that set controls say it. */
const NO_PROOF_ON_A_LEDGER = /^On a local ledger the actor is whoever [^\n]*\n/m;

/**
 * Two ledgers that are told the same: one opened by the commands, one behind a running service the same commands
 * speak with. The clock stands still at noon of a day, ids repeat, so what is printed must be equal to the byte.
 */
export class TwoPlaces {
  readonly folder: string;
  readonly #moment: Moment;
  readonly #local: PinnedPlace;
  readonly #served: PinnedPlace;
  #service: RunningService | null = null;

  private constructor(folder: string, local: PinnedPlace, served: PinnedPlace, moment: Moment) {
    this.folder = folder;
    this.#local = local;
    this.#served = served;
    this.#moment = moment;
  }

  /** Two places, each with its ledger in an engine. */
  static async open(today: string, engines: readonly [Engine, Engine]): Promise<TwoPlaces> {
    const moment: Moment = { today, line: 1 };
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'loandesk-places-')));
    const stores = [];
    for (const engine of engines) {
      const store = await openEmptyLedger(engine);
      await foundLedger(store, localCaller('founder'), `${today}T12:00:00.000Z`, 'founding');
      stores.push(new PinnedPlace(store, moment));
    }
    const [local, served] = stores as [PinnedPlace, PinnedPlace];
    const places = new TwoPlaces(folder, local, served, moment);
    try {
      await places.#begin();
    } catch (error) {
      await places.close();
      throw error;
    }
    return places;
  }

  async #begin(): Promise<void> {
    for (const place of [this.#local, this.#served]) {
      const backend = place.backendFor(localCaller('founder'), '');
      for (const officer of OFFICERS) {
        this.#moment.line += 1;
        await backend.call('officers.add', { ...officer, password: PASSWORD });
      }
      this.#moment.line = 1;
    }
    const served = this.#served;
    this.#service = await startService(
      {
        backendFor: ({ officer, address }) =>
          takingSentFiles(
            served.backendFor(
              {
                actor: officer?.email ?? 'nobody',
                osUser: 'desk',
                host: address,
                channel: 'http',
                userId: officer?.userId ?? null,
                roles: officer?.roles ?? [],
              },
              'the ledger of the service',
            ),
          ),
        authenticate: (token) => authenticator(served.store)(token, served.nowMs()),
        isReady: async () => true,
        nowMs: () => served.nowMs(),
        ticksMs: () => performance.now(),
        newRequestId: () => `line-${this.#moment.line}`,
        writeLog: () => {},
        requestsPerMinute: null,
        signInsPerMinute: null,
        tls: null,
      },
      { host: '127.0.0.1', port: 0 },
    );
    for (const { email } of OFFICERS) await this.#signIn(email);
    this.#local.asked.clear();
    this.#served.asked.clear();
  }

  /** Signs in over HTTP; the ledger is told of it too, so that both audit trails are the same. */
  async #signIn(email: string): Promise<void> {
    this.#moment.line += 1;
    const words = ['auth', 'login', '--server', this.url, '--email', email, '--password-stdin'];
    const done = await this.#runAt('server', [...words, '--insecure-storage'], {
      as: email,
      stdin: PASSWORD,
    });
    if (done.exitCode !== 0) throw new Error(`${email} cannot sign in: ${done.said}`);
    const caller: Caller = { ...localCaller('nobody'), channel: 'http', roles: [] };
    await this.#local.backendFor(caller, '').call('auth.token', { email, password: PASSWORD });
  }

  /** Goes on to another day; sign-ins of weeks ago have ended by then. */
  async goTo(day: string): Promise<void> {
    if (day === this.#moment.today) return;
    this.#moment.today = day;
    for (const { email } of OFFICERS) await this.#signIn(email);
  }

  get url(): string {
    return this.#service?.url ?? '';
  }

  /** Operations that were asked for at both places. */
  get asked(): readonly OperationName[] {
    return [...this.#local.asked].filter((name) => this.#served.asked.has(name));
  }

  /** Puts a file where both find it under the same name. */
  async writeFile(name: string, text: string): Promise<void> {
    for (const place of ['ledger', 'server'] as const) {
      await mkdir(this.#folderOf(place), { recursive: true });
      await writeFile(join(this.#folderOf(place), name), text);
    }
  }

  /** Types the same line at both; `FOLDER` in it is where the files are. */
  async run(words: readonly string[], typed: Typed = {}): Promise<Both> {
    this.#moment.line += 1;
    const ledger = await this.#runAt('ledger', words, typed);
    const server = await this.#runAt('server', words, typed);
    return { ledger, server };
  }

  #folderOf(place: 'ledger' | 'server'): string {
    return join(this.folder, place, 'files');
  }

  async #runAt(place: 'ledger' | 'server', words: readonly string[], typed: Typed): Promise<Said> {
    const { as = MONA, stdin = '' } = typed;
    const home = join(this.folder, place, as);
    const files = this.#folderOf(place);
    const environment = {
      LOANDESK_HOME: home,
      NO_COLOR: '1',
      ...(place === 'ledger'
        ? { LOANDESK_LEDGER: join(home, 'ledger.db'), LOANDESK_OFFICER: as }
        : { LOANDESK_SERVER: this.url }),
    };
    const typedWords = words.map((word) => word.replace('FOLDER', files));
    const { out, said, exitCode } = await typeLine(typedWords, {
      environment,
      folder: files,
      home,
      temporaryFolder: this.folder,
      host: '127.0.0.1',
      input: stdin,
      backstage: (world) => this.#backstage(place, world),
    });
    const named = (text: string) => text.replaceAll(files, 'FOLDER');
    const told = [WHERE_IT_WENT, PROGRESS, NO_PROOF_ON_A_LEDGER].reduce(
      (text, form) => text.replace(form, ''),
      named(said),
    );
    return { out: named(out), said: told, exitCode };
  }

  #backstage(place: 'ledger' | 'server', world: World): Backstage {
    const real = compose(world);
    const pinned = { ...real, today: () => this.#moment.today };
    if (place === 'server') return pinned;
    return {
      ...pinned,
      openBackend: async (setup) =>
        setup.settings.place.kind === 'ledger'
          ? this.#local.backendFor(localCaller(setup.actor), `ledger ${setup.settings.place.path}`)
          : real.openBackend(setup),
    };
  }

  async close(): Promise<void> {
    await this.#service?.stop();
    await this.#local.store.close();
    await this.#served.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Whoever sits at the terminal of the service's machine. */
function localCaller(actor: string): Caller {
  return { actor, osUser: 'desk', host: '127.0.0.1', channel: 'terminal', userId: null, roles: null };
}
