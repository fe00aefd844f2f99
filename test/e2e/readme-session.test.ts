import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ShapeName, shapeFaults } from '../interface-shapes.ts';
import { skipAloud } from '../skip-aloud.ts';
import { ROOT } from '../source-files.ts';
import { Workbench } from '../workbench.ts';

/** The commands of a section of the README: its indented lines. */
function commandsOf(heading: string): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, section = ''] = readme.split(`## ${heading}\n`);
  const lines = section.split('\n## ')[0]!.split('\n');
  return lines
    .filter((line) => line.startsWith('    ') || line === '')
    .map((line) => line.slice(4))
    .join('\n');
}

function has(...programs: readonly string[]): boolean {
  try {
    for (const program of programs) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : 0));
    });
  });
}

const DATA = [
  { kind: 'merchant', external_id: 'nile-crafts', name: 'Nile Crafts', founded_on: '2023-05-14' },
  { kind: 'store', merchant: 'nile-crafts', id: 'web', type: 'PLATFORM_A', name: 'Web shop' },
  {
    kind: 'order',
    merchant: 'nile-crafts',
    store_id: 'web',
    id: '1001',
    created_at: '2026-02-11T10:15:00+02:00',
    currency: 'EGP',
    total_price: '420.00',
  },
];
const MOVEMENT = {
  kind: 'transaction',
  user_id: 'u-1001',
  account_type: 'debit',
  event: 'cash_out',
  transaction_type: 'airtime_purchase',
  amount_currency: 'EGP',
  institution_name: 'Delta Bank',
};
const USERS = [
  {
    kind: 'user',
    user_id: 'u-1001',
    permissions_status: 'granted',
    user_name: 'Salma',
    user_phone: '+201001234567',
    created_at: '2026-01-05T08:00:00Z',
  },
  { ...MOVEMENT, id: 1, amount: '50.25', timestamp: 1_769_990_400, balance: '150.00' },
  { ...MOVEMENT, id: 2, amount: '9', timestamp: 1_769_990_500 },
  {
    kind: 'flag',
    user_id: 'u-1001',
    id: 'f-1',
    flag_label: 'overdraft',
    timestamp: 1_769_990_400,
    institution_name: 'Delta Bank',
  },
];

/** The shapes of the session's answers in their order; the first is no operation of the interface. */
const SHAPES = [
  ...['assessment', 'disbursement', 'payment', 'loan', 'merchant_page', 'merchant', 'merchant_orders'],
  ...['users', 'user', 'transactions', 'transactions_summary', 'flags', 'flags_summary', 'features'],
] as const;
const LISTS: Readonly<Record<string, ShapeName>> = {
  users: 'user',
  transactions: 'transaction',
  flags: 'flag',
};

function faultsOfForm(bodies: readonly { readonly success?: boolean; readonly data?: unknown }[]): string[] {
  return SHAPES.flatMap((name, index) => {
    const body = bodies[index + 1];
    const value = body?.success === undefined ? body : body.data;
    const one = LISTS[name];
    if (one === undefined) return shapeFaults(name as ShapeName, value);
    return Array.isArray(value) ? value.flatMap((row) => shapeFaults(one, row)) : [`${name} is no list`];
  });
}

const ready = has('bash', 'curl', 'sed');
if (!ready) skipAloud('the README’s session with curl needs bash, curl and sed.');

describe.skipIf(!ready)('the session of the README', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.remove());

  it('can be typed as it stands, with curl alone', { timeout: 60_000 }, async () => {
    for (const [name, records, what] of [
      ['data.jsonl', DATA, 'merchants'],
      ['users.jsonl', USERS, 'users'],
    ] as const) {
      const path = join(bench.folder, name);
      writeFileSync(path, records.map((record) => JSON.stringify(record)).join('\n'));
      await bench.must([what, 'import', path], { businessDate: null });
    }
    const port = await freePort();
    const launcher = join(ROOT, 'bin', 'loandesk.js');
    const script = [
      'set -euo pipefail',
      // Started by itself where it goes to the background, so that the signal reaches it and not a shell around it.
      `loandesk() { if [ "$1" = serve ]; then exec "${process.execPath}" "${launcher}" "$@"; else "${process.execPath}" "${launcher}" "$@"; fi; }`,
      'trap \'kill "$service" 2>/dev/null || true\' ERR',
      commandsOf('The service').replaceAll('8080', String(port)),
      'wait "$service"; echo "stopped with $?"',
    ].join('\n');
    const { PATH = '' } = process.env;
    const ran = await execa('bash', ['--norc', '-c', script], {
      cwd: bench.folder,
      env: { PATH, LOANDESK_LEDGER: bench.ledger, LOANDESK_HOME: join(bench.folder, 'home'), TZ: 'UTC' },
      extendEnv: false,
      reject: false,
      timeout: 50_000,
    });
    expect(ran.stderr).not.toMatch(/error:|curl:/);
    expect(ran.exitCode).toBe(0);
    const answers = ran.stdout.split('\n').filter((line) => /^[[{]/.test(line));
    const bodies = answers.map((line) => JSON.parse(line));
    expect(faultsOfForm(bodies)).toEqual([]);
    expect(bodies).toMatchObject([
      { status: 'ready' },
      { default_risk_rating: expect.any(String), recommended_amount: expect.any(Number) },
      { disbursement_reference: expect.stringMatching(/^DSB-/), status: 'completed' },
      { principal_amount: 4703.82, interest_amount: 0, remaining_balance: 45_296.18 },
      { loan_id: expect.stringMatching(/^LN-/), outstanding_balance: 45_296.18, payment_status: 'current' },
      { success: true, data: { page: 1, size: 10, total_count: 1, data: [{ external_id: 'nile-crafts' }] } },
      { success: true, data: { external_id: 'nile-crafts', is_fetching: false } },
      { success: true, data: { orders: [{ id: '1001', total_price: '420.00' }] } },
      [{ user_id: 'u-1001' }],
      { user_id: 'u-1001', user_phone: '+201001234567' },
      [{ id: 2, balance: null }, { id: 1 }],
      { months: [{ month: 202602, total_debit: 59.25 }], averages: [{ average_cash_out: 59.25 }] },
      [{ id: 'f-1' }],
      { months: [{ count: 1 }] },
      { user_id: 'u-1001', count_of_repayment_reminder_0_30: 0 },
    ]);
    expect(ran.stdout).toContain('stopped with 0');
    const log = readFileSync(join(bench.folder, 'service.log'), 'utf8');
    expect(log).not.toMatch(/four words|lda_|ldr_|Nile|Salma/);
  });
});
