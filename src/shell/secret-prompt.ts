import { displayText } from '../render/display-text.ts';
import { interruptible } from './asking.ts';
import type { Surroundings } from './surroundings.ts';

/** Asks for a secret without showing what is typed. */
export async function askSecret(surroundings: Surroundings, question: string): Promise<string> {
  const { password } = await import('./prompts.ts');
  return interruptible(
    password(
      { message: displayText(question), validate: (text) => text !== '' || 'A value is needed.' },
      surroundings.promptStreams(),
    ),
  );
}
