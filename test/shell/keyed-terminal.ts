import { PassThrough } from 'node:stream';
import type { Surroundings } from '../../src/shell/surroundings.ts';

/** A terminal on which keys are typed once the text before them has been drawn. */
export function terminal(...script: readonly (readonly [awaited: string, ...keys: readonly string[]])[]) {
  const input = new PassThrough();
  const waiting = [...script];
  let drawn = '';
  let seen = 0;
  let said = '';
  const draw = (chunk: unknown) => {
    drawn += String(chunk);
    const next = waiting[0];
    const at = next === undefined ? -1 : drawn.indexOf(next[0], seen);
    if (next === undefined || at === -1) return;
    seen = at + next[0].length;
    waiting.shift();
    const [, ...keys] = next;
    keys.forEach((key, index) => {
      setTimeout(() => input.write(key), 10 * index);
    });
  };
  // Each prompt ends the stream it draws on, which a real terminal survives.
  const newOutput = () => new PassThrough().on('data', draw);
  const surroundings = {
    machine: { environment: { NO_COLOR: '1' } },
    stderrIsTerminal: true,
    errorCells: () => 60,
    promptStreams: () => ({ input, output: newOutput() }),
    writeError: (text: string) => {
      said += text;
    },
    writeOut: () => {
      throw new Error('prompts never touch stdout');
    },
  } as unknown as Surroundings;
  return { surroundings, drawn: () => drawn, said: () => said };
}
