import { setTimeout as pause } from 'node:timers/promises';
import { checkedText } from './checked-text.ts';
import { accented, GAP, type Layout, layoutOf } from './prompt-layout.ts';
import type { Named, Prompter, Search } from './prompter.ts';
import { password, Separator, search, select } from './prompts.ts';
import { errorLineCells, USUAL_CELLS } from './said.ts';
import type { Surroundings } from './surroundings.ts';
import { Interrupted, NothingFound } from './thrown.ts';

/** Somebody who goes on typing within this is not done with the name yet. */
const TYPING_PAUSE_MS = 80;

/** Prompts that are drawn anew at every key. */
export function drawnPrompter(surroundings: Surroundings): Prompter {
  const streams = () => surroundings.promptStreams();
  const laidOut = (question: Named) => layoutOf(question, errorLineCells(surroundings) ?? USUAL_CELLS);
  return {
    text: (question) => interruptible(checkedText({ ...question, layout: laidOut(question) }, streams())),
    choose: ({ choices, offered, ...question }) => {
      const layout = laidOut(question);
      return interruptible(
        select(
          {
            message: question.message,
            choices: choices.map((value) => ({ value, name: layout.choice(value), short: value })),
            ...(offered === null ? {} : { default: offered }),
            theme: themeOf(layout),
          },
          streams(),
        ),
      );
    },
    search: ({ search: find, ...question }) => {
      const layout = laidOut(question);
      return interruptible(
        search(
          {
            message: question.message,
            source: async (typed, { signal }) => {
              // Tab puts the whole line of a choice where the name was typed; its id finds it again.
              const wanted = typed?.split(GAP)[0]?.trim() ?? '';
              if (wanted !== '') await pause(TYPING_PAUSE_MS, undefined, { signal });
              return choicesOf(find, wanted, layout);
            },
            theme: themeOf(layout),
          },
          streams(),
        ),
      );
    },
    secret: (message) =>
      interruptible(
        password(
          {
            message,
            validate: (text) => text !== '' || 'A value is needed.',
            theme: themeOf(laidOut({ message })),
          },
          streams(),
        ),
      ),
  };
}

function themeOf({ question, answer }: Layout) {
  return {
    prefix: { idle: accented('?') },
    spinner: { frames: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'].map(accented) },
    style: { message: () => question, answer, highlight: accented, searchTerm: accented },
  };
}

/** What is found as choices; that there is nothing is said where they would stand. */
async function choicesOf(find: Search, wanted: string, layout: Layout) {
  try {
    return (await find(wanted)).map(({ id, says }) => {
      const name = says === '' ? id : `${id}${GAP}${says}`;
      return { value: id, name: layout.choice(id, says), short: name };
    });
  } catch (error) {
    if (error instanceof NothingFound) return [new Separator(layout.remark(error.message))];
    throw error;
  }
}

/** Ctrl-C, and the end of input, at a prompt. */
async function interruptible<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
      throw new Interrupted();
    }
    throw error;
  }
}
