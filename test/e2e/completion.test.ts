import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { sharingKeptCode } from '../kept-code.ts';
import { runHere } from '../run-here.ts';
import { skipAloud } from '../skip-aloud.ts';
import { ROOT } from '../source-files.ts';
import { inFreshFolder, LAUNCHER, pinnedEnvironment, runProgram } from './run-program.ts';
import { hasTmux, Terminal } from './terminal.ts';

const SCRIPTS = {
  bash: 'loandesk.bash',
  zsh: '_loandesk',
  fish: 'loandesk.fish',
  powershell: 'loandesk.ps1',
} as const;

interface Desk {
  readonly folder: string;
  readonly application: string;
  readonly loan: string;
  complete(...words: string[]): Promise<string>;
}

/** An undecided application of Nile Crafts, an approved loan of Delta Trading. */
async function onDesk(use: (desk: Desk) => Promise<void>): Promise<void> {
  await inFreshFolder(async (folder) => {
    const environment = { LOANDESK_HOME: sharingKeptCode(folder) };
    const run = async (...words: string[]) => {
      const done = await runHere([...words, '--json', '--yes', '--officer', 'mona'], {
        environment,
        folder,
      });
      expect(done.exitCode, done.error).toBe(0);
      return JSON.parse(done.out) as Record<string, string>;
    };
    const asked = [
      '--amount',
      '50000',
      '--monthly-sales',
      '90000',
      '--term',
      '12',
      '--platform',
      'platform_a',
    ];
    const apply = (id: string, name: string) =>
      run('apply', '--merchant-id', id, '--business-name', name, '--purpose', 'inventory', ...asked);
    const { application_id } = await apply('M-1', 'Nile Crafts');
    const other = await apply('M-2', 'Delta Trading $(touch x)');
    const terms = ['--approve', '--amount', '40000', '--rate', '24', '--term', '12'];
    const decided = await run(
      'decide',
      other.application_id!,
      ...terms,
      '--override-reason',
      'known for years',
    );
    await use({
      folder,
      application: application_id!,
      loan: decided.loan_id!,
      complete: async (...words) => {
        const done = await runProgram(['__complete', '--', ...words], { environment, folder });
        expect([done.exitCode, done.error]).toEqual([0, '']);
        return done.out;
      },
    });
  });
}

describe('what completion offers', () => {
  it('commands, flags, choices, and the ids that fit the command', async () => {
    await onDesk(async ({ complete, folder, application, loan }) => {
      expect(await complete('deci')).toMatch(/^decide\tApprove|^decide\t/);
      expect(await complete('loan', 'pay')).toMatch(/^payments\t.*\npayoff\t/);
      expect(await complete('pay', 'rev')).toMatch(/\nreview\tls, show, match, accept, dismiss\n$/);
      expect(await complete('loans', '--format', 'j')).toBe('json\t\n');
      expect(await complete('loan', 'show', loan, '--format=js')).toBe('--format=json\t\n');
      expect(await complete('ledger', 'restore', '')).toBe(':files\t\n');
      await writeFile(join(folder, 'sources.json'), '{"delta": {}, "bank of letters": {}}');
      expect(await complete('sources', 'show', '')).toMatch(
        /^delta\tkept\nloandesk\tcomes with the program\n/,
      );
      expect(await complete('pay', 'import', 'x.csv', '--source=bank-e')).toBe(
        '--source=bank-english\tcomes with the program\n',
      );
      expect(await complete('sources', 'rm', '')).toBe('delta\tkept\n');
      await writeFile(join(folder, 'sources.json'), 'no JSON');
      expect(await complete('pay', 'import', '--source', 'bank-a')).toMatch(/^bank-arabic\t/);
      expect(await complete('policy', 'set', 'default_d')).toBe('default_days=\tpolicy value\n');
      expect(await complete('decide', '')).toBe(`${application}\tNile Crafts, 50000 EGP, submitted\n`);
      expect(await complete('decide', 'nile')).toContain(application);
      expect(await complete('decide', 'delta')).toBe('');
      expect(await complete('disburse', '')).toContain(`${loan}\tDelta Trading`);
      expect(await complete('pay', '')).not.toContain(loan);
      expect(await complete('loan', 'show', loan.slice(0, 6))).toContain(loan);
      expect(await complete('loan', 'show', loan, '')).toBe('');
    });
  });

  it('nothing, at once, without a ledger, with a broken one, a locked one or a server', async () => {
    await onDesk(async ({ complete, folder }) => {
      expect(await complete('disburse', '--ledger', join(folder, 'none.db'), '')).toBe('');
      expect(existsSync(join(folder, 'none.db'))).toBe(false);
      writeFileSync(join(folder, 'broken.db'), 'no ledger at all '.repeat(400));
      expect(await complete('disburse', '--ledger', join(folder, 'broken.db'), '')).toBe('');
      expect(await complete('disburse', '--server', 'https://192.0.2.1', '')).toBe('');
      expect(await complete('disburse', '--server', 'https://192.0.2.1', '--acc')).toContain('--account\t');
      const db = new Database(join(folder, 'ledger.db'));
      try {
        db.pragma('locking_mode = EXCLUSIVE');
        db.exec('BEGIN EXCLUSIVE');
        const before = performance.now();
        expect(await complete('disburse', '')).toBe('');
        expect(performance.now() - before).toBeLessThan(3000);
      } finally {
        db.close();
      }
    });
  });
});

it.each(Object.entries(SCRIPTS))('completions/ has what completion %s prints', async (shell, file) => {
  const { out } = await runProgram(['completion', shell]);
  const path = join(ROOT, 'completions', file);
  if (process.env.UPDATE_COMPLETIONS === '1') await writeFile(path, out);
  expect(await readFile(path, 'utf8')).toBe(out);
});

/** Runs a shell with the script loaded and the program on its PATH. */
async function inShell(
  desk: Desk,
  command: string,
  args: (script: string) => readonly string[],
): Promise<string> {
  const bin = join(desk.folder, 'bin');
  await mkdir(bin, { recursive: true });
  const program = `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`;
  await writeFile(join(bin, 'loandesk'), program, { mode: 0o755 });
  const script = join(ROOT, 'completions', SCRIPTS[command as keyof typeof SCRIPTS] ?? SCRIPTS.powershell);
  const environment = {
    ...pinnedEnvironment({ LOANDESK_HOME: desk.folder, HOME: desk.folder, TERM: 'xterm' }),
  };
  const done = await execa(command, args(script), {
    cwd: desk.folder,
    extendEnv: false,
    reject: false,
    timeout: 30_000,
    env: { ...environment, PATH: `${bin}:${environment.PATH}` },
  });
  expect(existsSync(join(desk.folder, 'x')), 'typed text was carried out').toBe(false);
  return `${done.stdout}\n${done.stderr}`;
}

function has(command: string): boolean {
  if (!spawnSync(command, ['--version']).error) return true;
  skipAloud(`completion in ${command}: ${command} is not installed`);
  return false;
}

const bashOf =
  (...words: string[]) =>
  (script: string) => [
    '--norc',
    '--noprofile',
    '-c',
    `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); COMP_TYPE=63; _loandesk; printf '<%s>\\n' "\${COMPREPLY[@]}"`,
    script,
    'loandesk',
    ...words,
  ];

it.skipIf(!has('bash'))('bash', async () => {
  await onDesk(async (desk) => {
    expect(await inShell(desk, 'bash', bashOf('disburse', ''))).toContain(`<${desk.loan}>`);
    expect(await inShell(desk, 'bash', bashOf('decide', 'nile'))).toContain(`<${desk.application}>`);
    expect(await inShell(desk, 'bash', bashOf('loan', 'show', '--format', '=', 'js'))).toContain('<json>');
    expect(await inShell(desk, 'bash', bashOf('loan', 'sc'))).toContain('<schedule>');
    // Choices speak for themselves.
    expect(await inShell(desk, 'bash', bashOf('pay', 'import', '--on-error', ''))).toContain('<reject>');
    await inShell(desk, 'bash', bashOf('pay', '$(touch x)', ''));
    await inShell(desk, 'bash', bashOf('pay', '$(touch x)'));
  });
});

const zshOf = (typed: string) => (script: string) => [
  '-f',
  '-c',
  // What is typed behind the Tab is carried out after it, however long it takes.
  `zmodload zsh/zpty; zpty z zsh -f -i; out=
awaits() { local i; for i in {1..250}; do while zpty -r -t z line; do out+=$line; done; [[ $out == *$1* ]] && return; sleep 0.1; done }
zpty -w z "PS1=; autoload -U compinit; compinit -u -D; source '$1'; setopt no_always_last_prompt; print re''ady"
awaits ready; zpty -w -n z "$2"$'\\t\\x15'"print do''ne"$'\\n'; awaits done; print -r -- "$out"; zpty -d z`,
  'zsh',
  script,
  typed,
];

it.skipIf(!has('zsh'))('zsh', async () => {
  await onDesk(async (desk) => {
    expect(await inShell(desk, 'zsh', zshOf('loandesk disburse '))).toContain(desk.loan);
    expect(await inShell(desk, 'zsh', zshOf('loandesk decide nile'))).toContain(desk.application);
    await inShell(desk, 'zsh', zshOf('loandesk pay $(touch x) '));
    await inShell(desk, 'zsh', zshOf('loandesk pay $(touch x)'));
  });
});

const fishOf = (typed: string) => (script: string) => [
  '--no-config',
  '-c',
  'source $argv[1]; complete -C $argv[2]',
  script,
  typed,
];

it.skipIf(!has('fish'))('fish', async () => {
  await onDesk(async (desk) => {
    expect(await inShell(desk, 'fish', fishOf('loandesk disburse '))).toContain(
      `${desk.loan}\tDelta Trading`,
    );
    expect(await inShell(desk, 'fish', fishOf('loandesk loan sc'))).toContain('schedule\t');
    await inShell(desk, 'fish', fishOf('loandesk pay (touch x) '));
    await inShell(desk, 'fish', fishOf('loandesk pay $(touch x)'));
  });
});

it.skipIf(!has('fish') || !hasTmux())('fish, by a part of a name', async () => {
  await onDesk(async (desk) => {
    const terminal = await Terminal.open(desk.folder, 100, { LOANDESK_HOME: desk.folder });
    try {
      await terminal.type(
        `fish --no-config -C "source '${join(ROOT, 'completions', SCRIPTS.fish)}'"`,
        'Enter',
      );
      await terminal.shows(/^\S+@\S+ ~[#>]/m);
      await terminal.type('loandesk decide nile', 'Tab');
      await terminal.shows(`loandesk decide ${desk.application}`);
      await terminal.type('', 'C-u');
      await terminal.type('loandesk loan show $(touch x)', 'Tab');
      await terminal.type('', 'C-u');
      await terminal.type('echo don""e', 'Enter');
      await terminal.shows(/^done/m);
      expect(existsSync(join(desk.folder, 'x')), 'typed text was carried out').toBe(false);
    } finally {
      await terminal.close();
    }
  });
});
