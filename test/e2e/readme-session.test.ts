import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
const USERS = [
  {
    kind: 'user',
    user_id: 'u-1001',
    permissions_status: 'granted',
    user_name: 'Salma',
    user_phone: '+201001234567',
    created_at: '2026-01-05T08:00:00Z',
  },
];

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
    expect(answers.map((line) => JSON.parse(line))).toMatchObject([
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
      [],
      { months: [], averages: [] },
      [],
      { months: [] },
      { user_id: 'u-1001', count_of_repayment_reminder_0_30: 0 },
    ]);
    expect(ran.stdout).toContain('stopped with 0');
    const log = readFileSync(join(bench.folder, 'service.log'), 'utf8');
    expect(log).not.toMatch(/four words|lda_|ldr_|Nile|Salma/);
  });
});
