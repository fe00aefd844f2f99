import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import { ClientDesk } from './client-desk.ts';
import { MOVED, StandIn } from './stand-in.ts';
import {
  ASSESSMENT,
  FEATURES,
  FLAG,
  FLAGS_SUMMARY,
  LOAN,
  MERCHANT,
  ORDER,
  USER,
} from './stand-in-answers.ts';

const standIn = new StandIn();
let desk: ClientDesk;

beforeAll(async () => {
  desk = await ClientDesk.open();
  const url = await standIn.start();
  const moved = MOVED.flatMap((address) => ['--address', address]);
  const added = await desk.run(['profile', 'add', 'other', '--server', url, ...moved]);
  expect(added.said).toContain('next: loandesk auth login --profile other');
  expect((await desk.run('profile use other')).exitCode).toBe(0);
  const login = await desk.run(
    'auth login --email mona@bank.example --password-stdin --insecure-storage',
    'correct horse battery\n',
  );
  expect(login).toMatchObject({ exitCode: 0 });
});

afterAll(async () => {
  await standIn.stop();
  await desk.close();
});

beforeEach(() => standIn.seen.splice(0));

async function json(line: string | readonly string[]) {
  const { exitCode, out, said } = await desk.run([
    ...(typeof line === 'string' ? line.split(' ') : line),
    '--json',
  ]);
  expect(said).not.toContain('error');
  expect(exitCode).toBe(0);
  return JSON.parse(out);
}

function asked(): string[] {
  return standIn.seen.map(({ method, path }) => `${method} ${path}`);
}

/** Commands of the operations every server has: each has a test below. */
const OF_INTERFACE = [
  ...['apply', 'assess', 'decide', 'disburse', 'pay', 'loan show'],
  ...['merchants ls', 'merchants show', 'merchants orders'],
  ...['users ls', 'users show', 'users transactions', 'users summary', 'users flags', 'users flags-summary'],
  'users features',
];
/** Commands that are about servers, or about none. */
const OF_NO_SERVER = /^(demo|auth|profile|pending|sources|api|completion|help)\b/;
/** Lines for commands whose first example needs what is not here. */
const LINES: Readonly<Record<string, string>> = {
  'pay import': 'pay import HOME/payments.csv',
  'merchants import': 'merchants import HOME/rows.jsonl',
  'users import': 'users import HOME/rows.jsonl',
  'officers add': 'officers add --email a@bank.example --name A --role reader --password-stdin',
  'officers password': 'officers password a@bank.example --password-stdin',
};

const APPLY = [
  'apply --merchant-id nile-crafts --business-name Nile --amount 50,000 --purpose inventory',
  '--monthly-sales 125,000.50 --platform platform_a --term 12',
].join(' ');

describe('a server of another make', () => {
  it('takes an application, its numbers as numbers', async () => {
    expect(await json(APPLY)).toMatchObject({ application_id: 'app_7', status: 'submitted' });
    expect(standIn.seen[0]?.body).toMatchObject({ requested_amount: 50000, requested_term_months: 12 });
    expect(asked()).toEqual(['POST /api/v1/loan-applications']);
  });

  it('assesses', async () => {
    expect(await json('assess app_7')).toEqual(ASSESSMENT);
  });

  it('decides, the signed-in e-mail as decision maker', async () => {
    const approved = await json('decide app_7 --approve --amount 45,000 --rate 23.5 --term 12 --yes');
    expect(approved).toMatchObject({ loan_id: 'loan_9', decision_maker_id: 'mona@bank.example' });
    expect(standIn.seen.at(-1)?.body).toMatchObject({ application_id: 'app_7', interest_rate: 23.5 });
    expect(await json('decide app_8 --reject --reason sales')).toMatchObject({ status: 'rejected' });
    expect(new Set(asked().map((one) => one.split('/').at(-1)))).toEqual(new Set(['decisions']));
  });

  it('pays out and takes payments of plain amounts', async () => {
    const paidOut = await json(
      'disburse loan_9 --account EG380019000500000000263180002 --amount 45,000 --date 2026-03-02 --method wallet --yes',
    );
    expect(paidOut).toMatchObject({ disbursement_reference: 'tr-1', disbursement_amount: 45000 });
    const paid = await json('pay loan_9 --amount 1,000 --date 2026-04-01 --method auto_debit --yes');
    expect(paid).toMatchObject({ principal_amount: 600, interest_amount: 400, remaining_balance: 44100.5 });
    expect(asked()).toEqual([
      'POST /api/v1/loans/loan_9/disbursements',
      'POST /api/v1/loans/loan_9/payments',
    ]);
  });

  it('shows loans, merchants and orders', async () => {
    expect(await json('loan show loan_9')).toEqual(LOAN);
    expect(await json('merchants show nile-crafts')).toEqual(MERCHANT);
    expect(await json('merchants ls')).toMatchObject({ total_count: 1, data: [MERCHANT] });
    expect((await json('merchants orders nile-crafts')).orders).toEqual([ORDER]);
    expect((await desk.run('merchants ls --format tsv')).out.trim().split('\n')).toHaveLength(2);
    expect((await desk.run('loan show loan_9 --format table')).exitCode).toBe(0);
  });

  it('shows users and their data, from where it has them', async () => {
    expect(await json('users ls')).toEqual([USER]);
    expect(await json('users show u-1')).toEqual(USER);
    expect(await json('users transactions u-1 --start-timestamp 1769990000')).toHaveLength(1);
    expect(await json('users summary u-1')).toHaveProperty('averages');
    expect(await json('users flags u-1')).toEqual([FLAG]);
    expect(await json('users flags-summary u-1')).toEqual(FLAGS_SUMMARY);
    expect(await json('users features u-1')).toEqual(FEATURES);
    expect(asked().every((one) => one.startsWith('GET /v2/'))).toBe(true);
  });

  it.for(CATALOGUE.map((entry) => [entry.path.join(' '), entry] as const))(
    'works with it or says that it does not offer it: %s',
    async ([name, entry]) => {
      const definition = await entry.load();
      if (OF_INTERFACE.includes(name) || OF_NO_SERVER.test(name) || definition.localOnly === true) return;
      await writeFile(join(desk.home, 'rows.jsonl'), '{"kind":"flag"}\n');
      await writeFile(
        join(desk.home, 'payments.csv'),
        'loan_id,payment_amount,payment_date\nloan_9,5,2026-02-28\n',
      );
      const line = LINES[name] ?? definition.examples[0]?.line.replace(/^loandesk /, '') ?? '';
      const words = [...line.split(/ [|<>] /)[0]!.matchAll(/(?:[^\s"]+|"[^"]*")+/g)].map(([word]) =>
        word.replaceAll('"', '').replace('HOME', desk.home),
      );
      const { exitCode, said, out } = await desk.run([...words, '--yes'], 'four words and more\n');
      expect(said).toContain('does not offer');
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    },
  );

  it.each([
    'loan ls',
    'loan schedule loan_9',
    'loan payments loan_9',
    'loan payoff loan_9',
    'loan explain loan_9',
    'loan cancel loan_9 --reason mistake --yes',
    'applications ls',
    'applications show app_7',
    'disbursements ls',
    'disbursements complete tr-1 --yes',
    'policy show',
    'merchants show nile-crafts --chart',
    'pay loan_9 --amount payoff --method auto_debit --yes',
    'pay loan_9 --amount due --method auto_debit --yes',
    'pay loan_9 --amount 5 --method auto_debit --dry-run',
    'officers ls',
    'audit ls',
    'approvals ls',
  ])('says that it does not offer: %s', async (line) => {
    const { exitCode, said, out } = await desk.run(line);
    expect(said).toContain('does not offer');
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  });

  it('never rehearses by carrying out', async () => {
    await desk.run('pay loan_9 --amount 5 --method auto_debit --dry-run');
    const { said, exitCode } = await desk.run('pay loan_9 --amount 5 --method auto_debit');
    expect(exitCode).toBe(2);
    expect(said).toContain('no terminal to ask on');
    expect(asked().filter((one) => one.startsWith('POST'))).toEqual([]);
  });

  it('needs an amount to pay out, since what is left it does not say', async () => {
    const { said, exitCode } = await desk.run('disburse loan_9 --account 12345678 --method wallet --yes');
    expect(exitCode).toBe(2);
    expect(said).toContain('--amount');
  });

  it('names no such loan as such, and passes on what it says', async () => {
    const missing = await desk.run('api GET /nowhere');
    expect(missing.said).toContain('no such page');
    expect(missing.exitCode).toBe(5);
    const strange = await desk.run('merchants orders nile-crafts --store-id web');
    expect(strange).toMatchObject({ exitCode: 3 });
    expect(strange.said).toContain('parameter store_id is not known');
  });

  it('is signed out of here although it has no address for that', async () => {
    const other = await desk.run('auth status --json');
    expect(JSON.parse(other.out)).toMatchObject({ signed_in: true, email: 'mona@bank.example' });
  });
});
