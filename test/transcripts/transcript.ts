import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProgramRun, RunOptions } from '../e2e/run-program.ts';
import { sharingKeptCode } from '../kept-code.ts';
import { type Placeholders, placeholdersOf } from './placeholders.ts';

/**
 * A transcript reads like a terminal session:
 *
 *     # what this shows
 *     file orders.jsonl:
 *       {"kind": "merchant", …}
 *     $ loandesk loan show LN-#1 --json
 *     stdin:
 *       text typed into it
 *     stdout:
 *       what it printed, two blanks in front of each line
 *     stderr:
 *       what it said
 *     exit: 0
 *
 * A stream left out printed nothing. `LN-#1` is the first loan id seen in the file, `<time>` an instant read
 * from the clock, `<home>` the folder the file runs in.
 */
export type Step =
  | { readonly kind: 'words'; readonly line: string }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string; readonly stdin: string | null };

const SECTION = /^(stdin|stdout|stderr):$/;

/** Reads a transcript into its steps; what the commands printed is not kept, since it is compared as text. */
export function readTranscript(text: string): readonly Step[] {
  const steps: Step[] = [];
  const lines = text.trimEnd().split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const file = /^file (\S+):$/.exec(line);
    if (line.startsWith('$ ')) {
      let stdin: string | null = null;
      while (at + 1 < lines.length && (SECTION.test(lines[at + 1]!) || /^exit: /.test(lines[at + 1]!))) {
        at++;
        const isStdin = lines[at] === 'stdin:';
        const body = bodyAfter(lines, at);
        at += body.length;
        if (isStdin) stdin = unindented(body);
      }
      steps.push({ kind: 'command', line: line.slice(2), stdin });
    } else if (file !== null) {
      const body = bodyAfter(lines, at);
      at += body.length;
      steps.push({ kind: 'file', name: file[1]!, text: unindented(body) });
    } else {
      steps.push({ kind: 'words', line });
    }
  }
  return steps;
}

function bodyAfter(lines: readonly string[], at: number): readonly string[] {
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('  '));
  return lines.slice(at + 1, end === -1 ? lines.length : end);
}

function unindented(body: readonly string[]): string {
  return body.map((line) => `${line.slice(2)}\n`).join('');
}

/** Runs a command line: of the built program, or of the sources. */
export type RunLine = (args: readonly string[], options: RunOptions) => Promise<ProgramRun>;

/** Runs the steps in a folder of their own, in an environment that should change nothing, and writes the transcript anew. */
export async function performTranscript(
  steps: readonly Step[],
  folder: string,
  runLine: RunLine,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const placeholders = placeholdersOf(folder);
  const written: string[] = [];
  for (const step of steps) {
    if (step.kind === 'words') {
      written.push(step.line);
    } else if (step.kind === 'file') {
      const path = join(folder, step.name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, placeholders.resolve(step.text));
      written.push(`file ${step.name}:`, ...indented(step.text));
    } else {
      // A blank line between commands, whoever wrote them.
      if (/^exit: /.test(written.at(-1) ?? '')) written.push('');
      written.push(...(await performCommand(step, { folder, runLine, environment }, placeholders)));
    }
  }
  return `${written.join('\n')}\n`;
}

/** Where and how the commands of a transcript run. */
interface Around {
  readonly folder: string;
  readonly runLine: RunLine;
  readonly environment: Readonly<Record<string, string>>;
}

async function performCommand(
  { line, stdin }: Extract<Step, { kind: 'command' }>,
  { folder, runLine, environment }: Around,
  placeholders: Placeholders,
): Promise<readonly string[]> {
  const words = splitWords(placeholders.resolve(line));
  const program = words.indexOf('loandesk');
  if (program === -1) throw new Error(`not a loandesk command line: ${line}`);
  const variables = words.slice(0, program).map((word) => {
    const at = word.indexOf('=');
    return [word.slice(0, at), word.slice(at + 1)] as const;
  });
  const run = await runLine(words.slice(program + 1), {
    folder,
    environment: {
      ...environment,
      LOANDESK_HOME: sharingKeptCode(join(folder, 'home')),
      LOANDESK_OFFICER: 'mona',
      ...Object.fromEntries(variables),
    },
    ...(stdin === null ? {} : { input: placeholders.resolve(stdin) }),
  });
  return [
    `$ ${line}`,
    ...(stdin === null ? [] : ['stdin:', ...indented(stdin)]),
    ...streamSection('stdout', run.out, placeholders),
    ...streamSection('stderr', run.error, placeholders),
    `exit: ${endingOf(run)}`,
  ];
}

function endingOf(run: ProgramRun): string {
  return run.signal === undefined ? String(run.exitCode) : run.signal;
}

function streamSection(name: string, text: string, placeholders: Placeholders): readonly string[] {
  return text === '' ? [] : [`${name}:`, ...indented(placeholders.normalise(text))];
}

function indented(text: string): readonly string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => `  ${line.replaceAll('\r', '␍')}`);
}

/** Splits a line as a shell does, quotes included; nothing is expanded. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
}
