import { Interrupted } from './thrown.ts';

/** Lines as a terminal hands them over, one at a time; what was typed ahead waits for the next question. */
export interface TypedLines {
  /** The next line without its end; `Interrupted` when there will be none. */
  next(): Promise<string>;
  /** What arrives, in pieces, until `take` answers true; for what is typed without an echo. */
  pieces(take: (piece: string) => boolean): Promise<void>;
}

const LINES = new WeakMap<NodeJS.ReadableStream, TypedLines>();

/** The lines of a stream, the same for everybody who asks for them: two readers would share them out. */
export function typedLinesOf(input: NodeJS.ReadableStream): TypedLines {
  const known = LINES.get(input);
  if (known !== undefined) return known;
  const lines = readLines(input);
  LINES.set(input, lines);
  return lines;
}

function readLines(input: NodeJS.ReadableStream): TypedLines {
  const decoder = new TextDecoder();
  let waiting = '';
  let hasEnded = false;
  /** Reads on until `isEnough`; the stream is at rest otherwise, so that it keeps no process alive. */
  const readUntil = (isEnough: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      if (isEnough()) return resolve();
      if (hasEnded) return reject(new Interrupted());
      const stop = () => {
        input.removeListener('data', onData);
        input.removeListener('end', onEnd);
        input.pause();
      };
      const onData = (chunk: string | Uint8Array) => {
        waiting += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
        if (!isEnough()) return;
        stop();
        resolve();
      };
      const onEnd = () => {
        hasEnded = true;
        stop();
        reject(new Interrupted());
      };
      input.on('data', onData);
      input.on('end', onEnd);
      input.resume();
    });
  return {
    async next() {
      await readUntil(() => /[\r\n]/.test(waiting));
      const [line = '', end = ''] = /^([^\r\n]*)(\r\n|\r|\n)/.exec(waiting)?.slice(1) ?? [];
      waiting = waiting.slice(line.length + end.length);
      return line;
    },
    pieces: (take) =>
      readUntil(() => {
        while (waiting !== '') {
          const [piece = ''] = waiting;
          waiting = waiting.slice(piece.length);
          if (take(piece)) return true;
        }
        return false;
      }),
  };
}
