import { describe, expect, it } from 'vitest';
import { idCandidates } from '../../src/store/postgres/id-candidates.ts';
import { sharingKeptCode } from '../kept-code.ts';
import { emptyDatabase, hasPostgres } from '../postgres/shared-server.ts';
import { inFreshFolder, runProgram } from './run-program.ts';

/** A busy machine answers later than anybody waits at a Tab. */
const PATIENCE_MS = 30_000;

const KINDS = [
  'loan',
  'loan-to-disburse',
  'loan-active',
  'loan-with-credit',
  'application',
  'application-undecided',
  'disbursement',
  'disbursement-pending',
  'disbursement-standing',
  'approval',
  'payment',
  'payment-posted',
  'batch',
  'batch-standing',
  'held_row',
  'held-row-open',
  'held-row-unsure',
  'merchant',
  'user',
  'officer',
];

describe.skipIf(!hasPostgres('completion of ids on PostgreSQL'))('completion on PostgreSQL', () => {
  it('offers ids, and nothing soon where the server is away', async () => {
    const database = await emptyDatabase();
    try {
      await inFreshFolder(async (folder) => {
        const environment = { LOANDESK_HOME: sharingKeptCode(folder), LOANDESK_LEDGER: database.url };
        const run = (...words: string[]) => runProgram(words, { environment, folder });
        const made = await run(
          ...['apply', '--merchant-id', 'M-1', '--business-name', 'Nile Crafts', '--purpose', 'inventory'],
          ...['--amount', '50000', '--monthly-sales', '90000', '--term', '12', '--platform', 'platform_a'],
          ...['--officer', 'mona', '--yes', '--json'],
        );
        expect(made.exitCode, made.error).toBe(0);
        const { application_id: application } = JSON.parse(made.out) as { application_id: string };
        const complete = async (...words: string[]) => (await run('__complete', '--', ...words)).out;
        await expect
          .poll(() => complete('decide', application.slice(0, 6)), { timeout: PATIENCE_MS })
          .toBe(`${application}\tNile Crafts, 50000 EGP, submitted\n`);
        expect(await complete('decide', '--ledger', 'postgres://x@127.0.0.1:1/none', '')).toBe('');
        const { hostname, port, pathname, username } = new URL(database.url);
        const server = { host: hostname, port: Number(port), database: pathname.slice(1), user: username };
        for (const kind of KINDS) {
          for (const typed of ['', 'N', 'nile']) {
            await expect(idCandidates(server, kind, typed, typed, PATIENCE_MS), kind).resolves.toBeInstanceOf(
              Array,
            );
          }
        }
      });
    } finally {
      await database.drop();
    }
  }, 120_000);
});
