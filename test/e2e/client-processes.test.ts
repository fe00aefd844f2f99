import { statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { execa, type ResultPromise } from 'execa';
import { describe, expect, it } from 'vitest';
import { OurMake } from '../client/our-make.ts';
import { sharingKeptCode } from '../kept-code.ts';
import { inFreshFolder, LAUNCHER, pinnedEnvironment } from './run-program.ts';

const PASSWORD = 'a password of the test\n';

/** The built program with a home of its own. */
function program(home: string, more: Record<string, string> = {}) {
  const env = pinnedEnvironment({ LOANDESK_HOME: sharingKeptCode(home), HOME: home, ...more });
  return async (line: string | readonly string[], input = '') => {
    const words = typeof line === 'string' ? line.split(' ') : line;
    const done = await execa(process.execPath, [LAUNCHER, ...words], {
      env,
      extendEnv: false,
      input,
      reject: false,
    });
    return { exitCode: done.exitCode, out: done.stdout, said: done.stderr };
  };
}

describe('two processes', () => {
  it('whose access token ended a second ago refresh it once, and both succeed (B52)', async () => {
    await inFreshFolder(async (home) => {
      const server = new OurMake();
      await server.start();
      try {
        const run = program(home);
        await run(
          `auth login --server ${server.url} --email mona@bank.example --password-stdin --insecure-storage`,
          PASSWORD,
        );
        for (let round = 1; round <= 3; round++) {
          server.validToken = `ended-in-round-${round}`;
          const show = () => run(`loan show LN-1 --server ${server.url} --json`);
          const runs = await Promise.all([show(), show(), show()]);
          expect(runs.map(({ exitCode, said }) => [exitCode, said])).toEqual(runs.map(() => [0, '']));
          expect(server.refreshes).toBe(round);
        }
      } finally {
        await server.stop();
      }
    });
  });

  it('that pay the same at once book it twice, since both were told to (B47)', async () => {
    await inFreshFolder(async (home) => {
      const server = new OurMake();
      await server.start();
      try {
        const run = program(home, { LOANDESK_SERVER: server.url, LOANDESK_TOKEN: server.validToken });
        const pay = () => run('pay LN-1 --amount 5 --date 2026-03-01 --method auto_debit --yes --json');
        const runs = await Promise.all([pay(), pay(), pay(), pay()]);
        expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
        expect(new Set(runs.map(({ out }) => JSON.parse(out).payment_id)).size).toBe(4);
        expect(server.payments).toHaveLength(4);
      } finally {
        await server.stop();
      }
    });
  });

  it('take over what a killed one left pending, and book it once', async () => {
    await inFreshFolder(async (home) => {
      const server = new OurMake();
      await server.start();
      server.fates.push('silence');
      const environment = { LOANDESK_SERVER: server.url, LOANDESK_TOKEN: server.validToken };
      const env = pinnedEnvironment({ LOANDESK_HOME: sharingKeptCode(home), HOME: home, ...environment });
      const line = 'pay LN-1 --amount 5 --date 2026-03-01 --method auto_debit --yes --json'.split(' ');
      try {
        const killed = execa(process.execPath, [LAUNCHER, ...line], { env, extendEnv: false, reject: false });
        await until(() => server.asked.length === 1);
        killed.kill('SIGKILL');
        await killed;
        const run = program(home, environment);
        const runs = await Promise.all([run(line), run(line)]);
        expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
        // One of them gets the answer of the killed one, the other one comes after it and is a payment of its own.
        expect(server.payments).toHaveLength(2);
      } finally {
        await server.stop();
      }
    });
  });
});

describe('a token file', () => {
  it.each(['000', '002', '022'])('is private under umask %s (B52)', async (umask) => {
    await inFreshFolder(async (home) => {
      const server = new OurMake();
      await server.start();
      try {
        const login = `auth login --server ${server.url} --email mona@bank.example --password-stdin --insecure-storage`;
        for (let time = 0; time < 2; time++) {
          await execa(
            'sh',
            ['-c', `umask ${umask}; exec "$@"`, 'sh', process.execPath, LAUNCHER, ...login.split(' ')],
            {
              env: pinnedEnvironment({ LOANDESK_HOME: sharingKeptCode(home), HOME: home }),
              extendEnv: false,
              input: PASSWORD,
            },
          );
          const name = `${new URL(server.url).host.replace(':', '-')}.json`;
          expect(statSync(join(home, 'tokens', name)).mode & 0o777).toBe(0o600);
          expect(statSync(join(home, 'tokens')).mode & 0o777).toBe(0o700);
        }
      } finally {
        await server.stop();
      }
    });
  });
});

describe('the service behind a line that is cut', () => {
  it('has booked once what was typed twice', async () => {
    await inFreshFolder(async (folder) => {
      const desk = program(join(folder, 'desk'));
      writeFileSync(join(folder, 'pw'), PASSWORD);
      const added = await desk([
        'officers',
        'add',
        '--email',
        'mona@bank.example',
        '--name',
        'Mona',
        '--admin',
        '--password-file',
        join(folder, 'pw'),
      ]);
      expect(added.exitCode).toBe(0);
      const service = execa(process.execPath, [LAUNCHER, 'serve', '--port', '0'], {
        env: pinnedEnvironment({ LOANDESK_HOME: join(folder, 'desk'), HOME: folder }),
        extendEnv: false,
        reject: false,
      });
      const line = new Line(await portOf(service));
      const url = await line.start();
      try {
        const run = program(join(folder, 'client'), { LOANDESK_SERVER: url });
        const json = async (words: string | readonly string[], input = '') => {
          const ran = await run([...(typeof words === 'string' ? words.split(' ') : words), '--json'], input);
          expect(ran).toMatchObject({ exitCode: 0 });
          return JSON.parse(ran.out);
        };
        await json('auth login --email mona@bank.example --password-stdin --insecure-storage', PASSWORD);
        const applied = await json([
          'apply',
          '--merchant-id',
          'nile',
          '--business-name',
          'Nile',
          '--amount',
          '5000',
          '--purpose',
          'inventory',
          '--monthly-sales',
          '20000',
          '--platform',
          'platform_a',
          '--term',
          '6',
        ]);
        const approve = `decide ${applied.application_id} --approve --amount 5000 --rate 20 --term 6 --yes`;
        const { loan_id: loan } = await json(approve);
        await json(`disburse ${loan} --account 12345678 --method bank_transfer --yes`);
        const pay = `pay ${loan} --amount 100 --method auto_debit --yes`;
        line.cutsAnswers = true;
        const lost = await run(pay);
        expect(lost).toMatchObject({ exitCode: 7, out: '' });
        line.cutsAnswers = false;
        const again = await json(pay);
        const payments = await json(`loan payments ${loan}`);
        expect(payments.map((payment: { payment_id: string }) => payment.payment_id)).toEqual([
          again.payment_id,
        ]);
        expect((await run('pending ls --json')).out.trim()).toBe('[]');
      } finally {
        await line.stop();
        service.kill('SIGTERM');
        expect((await service).exitCode).toBe(0);
      }
    });
  }, 60_000);
});

/** A line to the service that can be cut when its answer comes. */
class Line {
  cutsAnswers = false;
  readonly #to: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(to: number) {
    this.#to = to;
    this.#server = createServer((near) => {
      const far = connectTo(this.#to, '127.0.0.1');
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.on('data', (bytes) => {
        if (this.cutsAnswers) near.destroy();
        else near.write(bytes);
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }
}

/** The port a service says it listens on. */
function portOf(service: ResultPromise): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    service.stderr?.on('data', (text) => {
      said += String(text);
      const [, port] = /at http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    service.then(() => reject(new Error(`the service ended: ${said}`)));
  });
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 20) {
    if (waited > 10_000) throw new Error('it never became so');
    await new Promise((done) => setTimeout(done, 20));
  }
}
