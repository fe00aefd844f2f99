import { displayText } from '../render/display-text.ts';
import { prompterFor } from './prompter.ts';
import type { Surroundings } from './surroundings.ts';

/** Asks for a secret without showing what is typed. */
export async function askSecret(surroundings: Surroundings, question: string): Promise<string> {
  return (await prompterFor(surroundings)).secret(displayText(question));
}
