import { describe, expect, it } from 'vitest';
import { ProblemThrown } from '../../src/shell/thrown.ts';
import { fakeCommand, runAtDesk } from './fake-desk.ts';

const VIEW = {
  shape: 'list',
  columns: [
    { key: 'id', title: 'Id', kind: 'id' },
    { key: 'owed', title: 'Owed', kind: 'money' },
  ],
  empty: 'None.',
} as const;
const DATA = [{ id: 'L-1', owed: 1234.5 }];

const read = fakeCommand('ls', {
  run: async () => ({ ok: true, data: DATA, view: VIEW, notices: ['look at\u001b[2J this'] }),
});
const write = fakeCommand('pay', {
  writes: true,
  async run(_input, deps) {
    const agreed = await deps.confirm(['Pays 5.00.'], 'Go ahead?');
    if (agreed !== true) return { ok: false, problem: agreed };
    await deps.backend();
    deps.progress('working');
    return { ok: true, data: DATA, view: VIEW, notices: ['paid'] };
  },
});
const run = (line: string, more = {}) => runAtDesk(line, { definitions: [read, write], ...more });

describe('what goes where', () => {
  it('the result to stdout, notices to stderr, escaped', async () => {
    expect(await run('ls')).toMatchObject({
      exitCode: 0,
      out: 'id\towed\nL-1\t1234.50\n',
      error: 'look at\\u001b[2J this\n',
    });
  });

  it('a table on a terminal, the pipe form elsewhere, whatever was chosen always', async () => {
    expect((await run('ls', { stdoutIsTerminal: true })).out).toMatch(/L-1 {2}1,234\.50\n$/);
    expect((await run('ls --format table --no-headers')).out).toBe('L-1  1,234.50\n');
    expect((await run('ls --json')).out).toBe('[\n  {\n    "id": "L-1",\n    "owed": 1234.5\n  }\n]\n');
    expect((await run('ls', { environment: { LOANDESK_FORMAT: 'csv' } })).out).toBe(
      'id,owed\r\nL-1,1234.50\r\n',
    );
  });

  it('colour only on a terminal or when told', async () => {
    const withStatus = fakeCommand('s', {
      run: async () => ({
        ok: true,
        data: [{ s: 'overdue' }],
        view: { shape: 'list', columns: [{ key: 's', title: 'S', kind: 'status' }], empty: '' },
      }),
    });
    const at = async (line: string, stdoutIsTerminal: boolean, environment = {}) =>
      (await runAtDesk(line, { definitions: [withStatus], stdoutIsTerminal, environment })).out.includes(
        '\u001b[',
      );
    expect(await at('s', true)).toBe(true);
    expect(await at('s', false)).toBe(false);
    expect(await at('s --no-color', true)).toBe(false);
    expect(await at('s --color never', true)).toBe(false);
    expect(await at('s --format table --color always', false)).toBe(true);
    expect(await at('s', true, { NO_COLOR: '1' })).toBe(false);
    expect(await at('s', true, { TERM: 'dumb' })).toBe(false);
    expect(await at('s --format table', false, { FORCE_COLOR: '1' })).toBe(true);
    expect(await at('s', false, { FORCE_COLOR: '1' })).toBe(false);
  });

  it('stacks a table that is wider than COLUMNS, a value under its field when it does not fit beside it', async () => {
    expect((await run('ls --format table', { environment: { COLUMNS: '8' } })).out).toBe(
      'Id\nL-1\nOwed\n1,234.50\n',
    );
  });

  it('a write says which ledger it went to, a dry run that it wrote nothing', async () => {
    expect((await run('pay --yes')).error).toBe('working\npaid\nwritten to ledger /tmp/fake.db\n');
    expect((await run('pay --dry-run')).error).toBe('working\npaid\ndry run: nothing was written\n');
    expect((await run('pay --yes --quiet')).error).toBe('');
  });
});

describe('refusals', () => {
  it('to go ahead without a yes when nobody can be asked', async () => {
    const { exitCode, out, error } = await run('pay');
    expect([exitCode, out]).toEqual([2, '']);
    expect(error).toContain('error: loandesk pay asks before it goes ahead');
    expect(error).toContain('hint: Add --yes');
  });

  it('of a column that is not there, before a write that says its columns does anything', async () => {
    const opened: string[] = [];
    const declared = { ...write, columns: () => VIEW.columns };
    const refused = await runAtDesk('pay --yes --columns owned', {
      definitions: [declared],
      openBackend: async () => {
        opened.push('backend');
        throw new Error('nothing may be opened');
      },
    });
    expect(refused).toMatchObject({ exitCode: 2, out: '' });
    expect(refused.error).toContain('hint: Did you mean "owed"? Columns: id, owed.');
    expect([refused.inputs, opened]).toEqual([[], []]);
  });

  it('of a column that is not there: a read stops, a write shows everything', async () => {
    const stopped = await run('ls --columns id,owned');
    expect(stopped).toMatchObject({ exitCode: 2, out: '' });
    expect(stopped.error).toContain('hint: Did you mean "owed"? Columns: id, owed.');
    const written = await run('pay --yes --columns owned');
    expect(written).toMatchObject({ exitCode: 0, out: 'id\towed\nL-1\t1234.50\n' });
    expect(written.error).toContain('warning: There is no column "owned".');
    expect((await run('ls --columns owed')).out).toBe('owed\n1234.50\n');
  });

  it('carry the exit code of their kind, thrown or returned', async () => {
    const problem = { code: 'loan_not_found', detail: 'No loan L-9.' };
    const returned = fakeCommand('a', { run: async () => ({ ok: false, problem }) });
    const thrown = fakeCommand('b', {
      run: async () => {
        throw new ProblemThrown(problem);
      },
    });
    for (const line of ['a', 'b']) {
      const { exitCode, out, error } = await runAtDesk(line, { definitions: [returned, thrown] });
      expect([exitCode, out]).toEqual([5, '']);
      expect(error).toBe('error: No loan L-9.\nhint: List them: loandesk loan ls\n');
    }
  });

  it('name every faulty field', async () => {
    const problem = {
      code: 'validation_failed',
      detail: 'Two fields are not right.',
      errors: [
        { pointer: '/amount', code: 'too_small', message: 'must be above 0' },
        { pointer: '/date', code: 'invalid_date', message: 'x\u0007 is not a date' },
      ],
    };
    const command = fakeCommand('a', { run: async () => ({ ok: false, problem }) });
    const { error } = await runAtDesk('a', { definitions: [command] });
    expect(error).toContain('\n  amount: must be above 0\n  date: x\\u0007 is not a date\nhint: ');
  });

  it('of our own making reach the caller as they are', async () => {
    const broken = fakeCommand('a', {
      run: async () => {
        throw new TypeError('oops');
      },
    });
    await expect(runAtDesk('a', { definitions: [broken] })).rejects.toThrow('oops');
  });
});

describe('help', () => {
  const definitions = [
    fakeCommand('loan show', {
      args: [{ name: 'LOAN', says: 'the loan', required: true }],
      options: [{ flag: '--chart', says: 'draw it', group: 'Drawing' }],
      examples: [{ line: 'loandesk loan show LN-1', says: 'as it is today' }],
    }),
    fakeCommand('loan ls'),
  ];
  const help = async (line: string) => (await runAtDesk(line, { definitions })).out;

  it('of a command, however it is asked for', async () => {
    const text = await help('help loan show');
    expect(text).toMatch(
      /^Does loan show\.\n\nUsage\n {2}loandesk loan show LOAN \[options\]\n\nArguments\n/,
    );
    expect(text).toContain('\nDrawing\n  --chart ');
    expect(text).toContain('\nExamples\n  # as it is today\n  loandesk loan show LN-1\n');
    expect(text).toContain('\nExit codes\n');
    expect(await help('loan show --help')).toBe(text);
    expect(await help('loan -h show')).toBe(text);
  });

  it('of a group, a topic, and everything', async () => {
    expect(await help('help loan')).toContain('\n  show ');
    expect(await help('loans --help')).toBe(await help('help loan'));
    expect(await help('help exit-codes')).toContain('130  interrupted');
    expect(await help('help errors')).toMatch(/loan_not_found +5 {2}No such loan/);
    for (const topic of ['environment', 'formats', 'rules']) expect(await help(`help ${topic}`)).not.toBe('');
    expect(await help('help')).toContain('loan show');
    expect(await help('')).toMatch(/^Welcome to loandesk\. Three ways to start:/);
  });

  it('suggests for a slip', async () => {
    const { exitCode, error } = await runAtDesk('help exit-code', { definitions });
    expect(exitCode).toBe(2);
    expect(error).toContain('Did you mean "exit-codes"?');
  });
});
