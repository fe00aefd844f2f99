import { setTimeout as pause } from 'node:timers/promises';
import { checkedText } from './checked-text.ts';
import type { Found, Prompter, Search } from './prompter.ts';
import { password, Separator, search, select } from './prompts.ts';
import type { Surroundings } from './surroundings.ts';
import { Interrupted, NothingFound } from './thrown.ts';

/** Somebody who goes on typing within this is not done with the name yet. */
const TYPING_PAUSE_MS = 80;
/** What stands between an id and what is said of it: nobody types it. */
const GAP = '   ';

/** Prompts that are drawn anew at every key. */
export function drawnPrompter(surroundings: Surroundings): Prompter {
  const streams = () => surroundings.promptStreams();
  return {
    text: (question) => interruptible(checkedText(question, streams())),
    choose: ({ message, choices, offered }) =>
      interruptible(
        select(
          {
            message,
            choices: choices.map((value) => ({ value })),
            ...(offered === null ? {} : { default: offered }),
          },
          streams(),
        ),
      ),
    search: ({ message, search: find }) =>
      interruptible(
        search(
          {
            message,
            source: async (typed, { signal }) => {
              // Tab puts the whole line of a choice where the name was typed; its id finds it again.
              const wanted = typed?.split(GAP)[0]?.trim() ?? '';
              if (wanted !== '') await pause(TYPING_PAUSE_MS, undefined, { signal });
              return choicesOf(find, wanted);
            },
          },
          streams(),
        ),
      ),
    secret: (message) =>
      interruptible(
        password({ message, validate: (text) => text !== '' || 'A value is needed.' }, streams()),
      ),
  };
}

/** What is found as choices; that there is nothing is said where they would stand. */
async function choicesOf(find: Search, wanted: string) {
  try {
    return (await find(wanted)).map(asChoice);
  } catch (error) {
    if (error instanceof NothingFound) return [new Separator(error.message)];
    throw error;
  }
}

function asChoice({ id, says }: Found) {
  return { value: id, name: says === '' ? id : `${id}${GAP}${says}` };
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
