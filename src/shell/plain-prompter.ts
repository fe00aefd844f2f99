import { foldDigits } from '../domain/money.ts';
import { nearestWord } from '../domain/nearest-word.ts';
import type { ChoiceQuestion, Found, Named, Prompter, SearchQuestion, TextQuestion } from './prompter.ts';
import type { Surroundings } from './surroundings.ts';
import { NothingFound } from './thrown.ts';
import { typedLinesOf } from './typed-lines.ts';
import { typedSecret } from './typed-secret.ts';

/** Prompts of plain lines: the terminal itself takes the typing, and what was printed is never drawn over. */
export function plainPrompter(surroundings: Surroundings): Prompter {
  const { input, output } = surroundings.promptStreams();
  const lines = typedLinesOf(input);
  const say = (text: string) => output.write(`${text}\n`);
  const ask = async (message: string) => {
    output.write(`${message}: `);
    return (await lines.next()).trim();
  };
  return {
    text: (question) => askText(question, ask, say),
    choose: (question) => askChoice(question, ask, say),
    search: (question) => askSearch(question, ask, say),
    async secret(message) {
      for (;;) {
        output.write(`${message}: `);
        const secret = await typedSecret(input, lines);
        say('');
        if (secret !== '') return secret;
        say('A value is needed.');
      }
    },
  };
}

function inFull({ message, name }: Named): string {
  return name === undefined ? message : `${message} (${name})`;
}

type Ask = (message: string) => Promise<string>;
type Say = (text: string) => void;

async function askText(question: TextQuestion, ask: Ask, say: Say): Promise<string> {
  const { offered, check } = question;
  const message = inFull(question);
  for (;;) {
    const typed = await ask(offered === null || offered === '' ? message : `${message} [${offered}]`);
    const answer = typed === '' ? (offered ?? '') : typed;
    const fault = check(answer);
    if (fault === true) return answer;
    say(fault);
  }
}

async function askChoice(question: ChoiceQuestion, ask: Ask, say: Say): Promise<string> {
  const { choices, offered } = question;
  say(inFull(question));
  choices.forEach((choice, at) => {
    say(`  ${at + 1}  ${choice}`);
  });
  for (;;) {
    const typed = await ask(`Number or word${offered === null ? '' : ` [${offered}]`}`);
    if (typed === '' && offered !== null) return offered;
    const chosen = wordOf(typed, choices) ?? choices[numberOf(typed) - 1];
    if (chosen !== undefined) return chosen;
    const near = nearestWord(typed, choices);
    say(
      near === null
        ? `Type a number from 1 to ${choices.length}, or one of the words.`
        : `Did you mean ${near}?`,
    );
  }
}

/** The choice that was typed, in whatever case where it is the only one; undefined: none was. */
function wordOf(typed: string, choices: readonly string[]): string | undefined {
  if (choices.includes(typed)) return typed;
  const alike = choices.filter((choice) => choice.trim().toLowerCase() === typed.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

/** A part of a name, then the number of what it found: one that is found alone is shown all the same, not taken. */
async function askSearch(question: SearchQuestion, ask: Ask, say: Say): Promise<string> {
  const { search } = question;
  const message = inFull(question);
  let typed = await ask(message);
  for (let found: readonly Found[] = []; ; ) {
    const chosen = found[numberOf(typed) - 1];
    if (chosen !== undefined) return chosen.id;
    try {
      found = await search(typed);
      const [exact] = found.filter(({ id }) => id.toLowerCase() === typed.toLowerCase());
      if (exact !== undefined) return exact.id;
      found.forEach(({ id, says }, at) => {
        say(`  ${at + 1}  ${id}${says === '' ? '' : `  ${says}`}`);
      });
    } catch (error) {
      if (!(error instanceof NothingFound)) throw error;
      found = [];
      say(error.message);
    }
    typed = await ask(found.length === 0 ? message : 'Its number, or another part of a name');
  }
}

/** The number typed, in any digits; 0 for anything else. */
function numberOf(typed: string): number {
  const folded = foldDigits(typed);
  return /^\d{1,3}$/.test(folded) ? Number(folded) : 0;
}
