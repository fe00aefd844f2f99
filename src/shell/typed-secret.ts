import { Interrupted } from './thrown.ts';
import type { TypedLines } from './typed-lines.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const RUBBED_OUT = ['\u0008', '\u007f'];

/** A secret typed on a terminal that shows nothing meanwhile, not even how long it is. */
export async function typedSecret(input: NodeJS.ReadableStream, lines: TypedLines): Promise<string> {
  const terminal = input as NodeJS.ReadableStream & { setRawMode?: (isRaw: boolean) => unknown };
  let typed: string[] = [];
  let isInterrupted = false;
  terminal.setRawMode?.(true);
  try {
    await lines.pieces((key) => {
      isInterrupted = key === CTRL_C || (key === CTRL_D && typed.length === 0);
      if (isInterrupted || key === '\r' || key === '\n') return true;
      if (key === CTRL_U) typed = [];
      else if (RUBBED_OUT.includes(key)) typed.pop();
      else if (key >= ' ') typed.push(key);
      return false;
    });
  } finally {
    terminal.setRawMode?.(false);
  }
  if (isInterrupted) throw new Interrupted();
  return typed.join('');
}
