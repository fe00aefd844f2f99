import { describe, expect, it } from 'vitest';
import type { CommandDefinition } from '../../src/shell/command-definition.ts';
import { fakeCommand, runAtDesk } from './fake-desk.ts';

const loanShow = fakeCommand('loan show', { args: [{ name: 'LOAN', says: 'the loan', required: true }] });
const loanLs = fakeCommand('loan ls', {
  options: [
    { flag: '--status', value: { name: 'A,B', kind: 'text' }, says: 'only these' },
    { flag: '--closed', says: 'only closed ones' },
    { flag: '--tag', value: { name: 'T', kind: 'text' }, says: 'tags', repeatable: true },
  ],
});
const pay = fakeCommand('pay', {
  args: [{ name: 'LOAN', says: 'the loan', required: true }],
  options: [
    { flag: '--amount', value: { name: 'N', kind: 'amount' }, says: 'how much', required: true },
    {
      flag: '--method',
      value: { name: 'M', kind: 'choice', choices: ['auto_debit', 'manual_transfer'] },
      says: 'how it came',
      required: true,
    },
    { flag: '--date', value: { name: 'DATE', kind: 'date' }, says: 'when' },
  ],
});
const payReverse = fakeCommand('pay reverse', { args: [{ name: 'PAY', says: 'payment', required: true }] });
const ledgerInit = fakeCommand('ledger init', { localOnly: true });
const definitions: readonly CommandDefinition[] = [loanShow, loanLs, pay, payReverse, ledgerInit];
const run = (line: string | readonly string[], environment: Record<string, string> = {}) =>
  runAtDesk(line, { definitions, environment });

describe('finding the command', () => {
  it.each([
    'loan show LN-1',
    'loans get LN-1',
    '--json loan show LN-1',
    'loan --ledger /x.db show LN-1',
    'loan show --ledger /x.db LN-1 --json',
    'loan show LN-1 --as-of 2026-01-31',
  ])('%s', async (line) => {
    const { exitCode, inputs } = await run(line);
    expect(exitCode).toBe(0);
    expect(inputs).toEqual([{ args: ['LN-1'], options: {} }]);
  });

  it('takes what follows -- for an argument', async () => {
    expect((await run(['loan', 'show', '--', '--json'])).inputs).toEqual([{ args: ['--json'], options: {} }]);
    expect((await run(['loan', 'show', '--', '-X1'])).inputs).toEqual([{ args: ['-X1'], options: {} }]);
  });

  it('takes an id with a colon as it is', async () => {
    expect((await run('loan show mer:12')).inputs).toEqual([{ args: ['mer:12'], options: {} }]);
  });

  it('matches the word after a command with commands under it first', async () => {
    expect((await run('pay reverse PAY-1')).inputs).toEqual([{ args: ['PAY-1'], options: {} }]);
    const slip = await run('pay revrse PAY-1 --amount 5');
    expect(slip.exitCode).toBe(2);
    expect(slip.error).toBe('error: loandesk pay has no command "revrse".\nhint: Did you mean "reverse"?\n');
    expect(slip.inputs).toEqual([]);
  });

  it.each([
    ['lone show', 'Did you mean "loan"?'],
    ['loan shwo', 'Did you mean "show"?'],
    ['xyzzy', 'See "loandesk help" for the list.'],
    ['loan qqqq', 'There are: show, ls.'],
  ])('%s: %s', async (line, hint) => {
    const { exitCode, error, out } = await run(line);
    expect([exitCode, out]).toEqual([2, '']);
    expect(error).toContain(`hint: ${hint}`);
  });

  it('asks for the rest of a half-typed command', async () => {
    const { exitCode, error } = await run('loan');
    expect(exitCode).toBe(2);
    expect(error).toContain('loandesk loan needs one of its commands: show, ls.');
  });
});

describe('reading the flags', () => {
  it.each([[['--amount', '-10']], [['--amount=-10']]])('lets %j reach validation', async (flags) => {
    const { inputs } = await run(['pay', 'LN-1', ...flags, '--method', 'auto_debit']);
    expect(inputs).toEqual([{ args: ['LN-1'], options: { amount: '-10', method: 'auto_debit' } }]);
  });

  it.each([
    ['pay LN-1 --amount --method auto_debit', '--amount needs a value: --amount N.', ''],
    ['pay LN-1 --method', '--method needs a value: --method M.', ''],
    ['pay LN-1 --amont 5', 'loandesk pay has no option "--amont".', 'Did you mean "--amount"?'],
    ['pay LN-1 --amont=5', 'loandesk pay has no option "--amont".', 'Did you mean "--amount"?'],
    ['pay LN-1 --method auto-debit', '--method cannot be "auto-debit"', 'Did you mean "auto_debit"?'],
    ['pay LN-1 --amount 5 --amount 6', '--amount is given twice, as "5" and "6".', 'Give it once.'],
    ['pay LN-1 LN-2 --amount 5', 'takes only LOAN, and "LN-2" is one too many', ''],
    ['loan ls --json --format csv', '--json and --format csv cannot be used together.', ''],
    ['loan ls --format yaml', '--format cannot be "yaml"', 'Use one of: table, json, ndjson, csv, tsv.'],
    ['loan ls --business-date 2026-02-30', '--business-date: 2026-02-30 does not exist.', ''],
    ['loan ls --as-of tomorrow', '--as-of: tomorrow is not a date.', ''],
    ['loan ls --ledger a --server https://b', '--ledger and --server cannot be used together.', ''],
    [
      'loan ls --server https://b --business-date 2026-01-01',
      '--business-date cannot be used with a server',
      '',
    ],
    ['ledger init --server https://b', 'works on a local ledger only', ''],
    ['--json', 'There is no command in this line.', ''],
  ])('%s', async (line, message, hint) => {
    const { exitCode, error, inputs } = await run(line);
    expect(exitCode).toBe(2);
    expect(error.includes(message) || error.includes(message.replaceAll('"', '\\"'))).toBe(true);
    expect(error).toContain(hint);
    expect(inputs).toEqual([]);
  });

  it('collects what may be repeated and knows switches', async () => {
    const { inputs } = await run('loan ls --tag a --closed --tag b');
    expect(inputs).toEqual([{ args: [], options: { tag: ['a', 'b'], closed: true } }]);
  });

  it('lets a shared option be overruled by a later one', async () => {
    expect((await run('--officer a loan ls --officer b')).deps?.officer).toBe('b');
  });

  it('names everything that is missing at once', async () => {
    const { exitCode, error, inputs } = await run('pay');
    expect(exitCode).toBe(2);
    expect(error).toContain('error: loandesk pay needs LOAN, --amount and --method.\n');
    expect(inputs).toEqual([]);
  });

  it('names what is typed wrongly together with what is missing', async () => {
    const { exitCode, error } = await run('pay --method auto_debit --amount ten');
    expect(exitCode).toBe(2);
    expect(error).toContain('error: loandesk pay needs LOAN.\n  --amount: ten is not an amount\n');
  });

  it('refuses a value beside the file that stands for all of them', async () => {
    const apply = fakeCommand('apply', {
      options: [
        { flag: '--amount', value: { name: 'N', kind: 'amount' }, says: 'how much', field: 'amount' },
        { flag: '--from', value: { name: 'FILE', kind: 'file' }, says: 'a file', insteadOfRequired: true },
      ],
    });
    const { exitCode, error, inputs } = await runAtDesk('apply --from x --amount 5', {
      definitions: [apply],
    });
    expect([exitCode, inputs]).toEqual([2, []]);
    expect(error).toContain('--from stands for all the values, and --amount cannot be given beside it.');
  });

  it('leaves a choice of a field to the operation, which judges all fields together', async () => {
    const pay = fakeCommand('pay', {
      options: [
        {
          flag: '--method',
          value: { name: 'M', kind: 'choice', choices: ['cash'] },
          says: 'how',
          field: 'payment_method',
        },
      ],
    });
    const { inputs } = await runAtDesk('pay --method chash', { definitions: [pay] });
    expect(inputs).toEqual([{ args: [], options: { method: 'chash' } }]);
  });

  it('needs none of them when an option stands for them all', async () => {
    const apply = fakeCommand('apply', {
      options: [
        { flag: '--amount', value: { name: 'N', kind: 'amount' }, says: 'how much', required: true },
        { flag: '--from', value: { name: 'FILE', kind: 'file' }, says: 'a file', insteadOfRequired: true },
      ],
    });
    expect((await runAtDesk('apply --from x', { definitions: [apply] })).exitCode).toBe(0);
    expect((await runAtDesk('apply', { definitions: [apply] })).exitCode).toBe(2);
  });

  it('asks for what another value makes necessary', async () => {
    const decide = fakeCommand('decide', {
      options: [
        { flag: '--approve', says: 'approve' },
        {
          flag: '--rate',
          value: { name: 'R', kind: 'rate' },
          says: 'rate',
          requiredWhen: (o) => o.approve === true,
        },
      ],
    });
    expect((await runAtDesk('decide', { definitions: [decide] })).exitCode).toBe(0);
    expect((await runAtDesk('decide --approve', { definitions: [decide] })).error).toContain('needs --rate.');
  });
});

describe('errors as JSON', () => {
  it.each(['--json', '--format json', '--format=json'])('one object on stderr with %s', async (flag) => {
    const { exitCode, out, error } = await run(`loan shwo ${flag}`);
    expect([exitCode, out]).toEqual([2, '']);
    expect(JSON.parse(error)).toEqual({
      type: '/docs/errors#usage',
      title: 'The command line is not understood',
      status: 400,
      detail: 'loandesk loan has no command "shwo".',
      instance: null,
      code: 'usage',
      errors: [],
      hint: 'Did you mean "show"?',
      exit_code: 2,
    });
  });

  it('by the environment, unless a flag says otherwise', async () => {
    const environment = { LOANDESK_FORMAT: 'json' };
    expect(JSON.parse((await run('pay', environment)).error).errors).toHaveLength(3);
    expect((await run('pay --format table', environment)).error).toMatch(/^error: /);
  });

  it('escapes what was typed', async () => {
    const { error } = await run(['loan', 'a\u001b[2Jb\u202e']);
    expect(error).toContain('a\\u001b[2Jb\\u202e');
    expect(error).not.toMatch(/[\u001b\u202e]/);
  });
});
