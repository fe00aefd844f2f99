import type { Problem } from '../contract/problem.ts';
import { displayText } from '../render/display-text.ts';
import type { Deps } from '../shell/command-definition.ts';

/** What a file may leave open, by the field of the problem: the option, what is asked, and its answers in words. */
const QUESTIONS: Readonly<
  Record<
    string,
    { readonly option: string; readonly asks: string; readonly answers: Readonly<Record<string, string>> }
  >
> = {
  sign: {
    option: 'sign',
    asks: 'What are the amounts above zero?',
    answers: {
      'money that went out, such as the charges of a card': 'debits-positive',
      'money that came in; what went out is below zero': 'credits-positive',
      'money that came in, as all amounts are': 'credits-only',
    },
  },
  date_format: {
    option: 'dateFormat',
    asks: 'How are the dates written?',
    answers: {
      'day, month, year': 'DD/MM/YYYY',
      'month, day, year': 'MM/DD/YYYY',
      'year, month, day': 'YYYY-MM-DD',
    },
  },
  decimal: {
    option: 'decimal',
    asks: 'What separates decimals?',
    answers: { 'a point, as in 1,234.50': 'point', 'a comma, as in 1.234,50': 'comma' },
  },
};

/**
 * Reads a file as was said; on a terminal it asks for what the file leaves open and only a person knows, and reads on
 * with the answer. Throws the problem of anything else.
 */
export async function* askedReading<Line>(
  path: string,
  answered: Map<string, Readonly<Record<string, string>>>,
  read: (answers: Readonly<Record<string, string>>) => AsyncIterable<readonly Line[]>,
  deps: Deps,
): AsyncGenerator<readonly Line[]> {
  for (;;) {
    const answers = answered.get(path) ?? {};
    let isBegun = false;
    try {
      for await (const lines of read(answers)) {
        isBegun = true;
        yield lines;
      }
      return;
    } catch (error) {
      const { problem } = error as { readonly problem?: Problem };
      const field = problem?.errors?.[0]?.pointer.slice(1) ?? '';
      const question = problem?.code === 'values_missing' ? QUESTIONS[field] : undefined;
      if (problem === undefined || question === undefined || !deps.interactive || path === '-' || isBegun)
        throw error;
      if (answers[question.option] !== undefined) throw error;
      deps.progress(displayText(problem.detail));
      const choices = Object.keys(question.answers);
      const name = `--${field.replaceAll('_', '-')}`;
      const ask = await deps.prompter();
      const chosen = await ask.choose({ message: question.asks, name, choices, offered: null });
      answered.set(path, { ...answers, [question.option]: question.answers[chosen] as string });
    }
  }
}
