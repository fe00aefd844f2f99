import { describe, expect, it } from 'vitest';
import { askedReading } from '../../src/commands/asked-reading.ts';
import type { Deps } from '../../src/shell/command-definition.ts';

type Answers = Readonly<Record<string, string>>;

const open = (field: string) =>
  Object.assign(new Error('open'), {
    problem: {
      code: 'values_missing',
      detail: 'It is open.',
      errors: [{ pointer: `/${field}`, code: 'required', message: '' }],
    },
  });

/** A file that leaves one thing after the other open, and says in the end how it was read. */
async function* file(answers: Answers) {
  if (answers.sign === undefined) throw open('sign');
  if (answers.dateFormat === undefined) throw open('date_format');
  yield [answers];
}

function desk(interactive: boolean) {
  const asked: string[] = [];
  const deps = {
    interactive,
    progress: (line: string) => asked.push(line),
    prompter: async () => ({
      choose: async ({ name, choices }: { name: string; choices: readonly string[] }) => {
        asked.push(name);
        return choices[0];
      },
    }),
  } as unknown as Deps;
  return { asked, deps };
}

async function read(path: string, deps: Deps, answered = new Map<string, Answers>()) {
  const batches: (readonly Answers[])[] = [];
  for await (const batch of askedReading(path, answered, file, deps)) batches.push(batch);
  return batches.flat();
}

describe('a data file that leaves something open', () => {
  it('is asked about on a terminal, once for each question, and read with the answers', async () => {
    const { asked, deps } = desk(true);
    const answered = new Map<string, Answers>();
    const answers = { sign: 'debits-positive', dateFormat: 'DD/MM/YYYY' };
    expect(await read('card.csv', deps, answered)).toEqual([answers]);
    expect(asked).toEqual(['It is open.', '--sign', 'It is open.', '--date-format']);
    expect(await read('card.csv', deps, answered)).toEqual([answers]);
    expect(asked).toHaveLength(4);
  });

  it('stops off a terminal, and when it is standard input', async () => {
    await expect(read('card.csv', desk(false).deps)).rejects.toThrow('open');
    await expect(read('-', desk(true).deps)).rejects.toThrow('open');
  });
});
