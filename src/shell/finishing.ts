/** Signals, words to the person and the end of the process. */
export interface Ending {
  onStopSignal(stop: (signal: 'SIGTERM' | 'SIGINT') => void): void;
  onExit(work: () => void): void;
  writeError(text: string): void;
  exit(code: number): void;
}

const EXIT_INTERRUPTED = 130;
const EXIT_TERMINATED = 143;

/**
 * Guards what is being finished: until what is answered is called, a first Ctrl-C ends nothing, and `undo` is done when
 * the process ends.
 */
export function finishingOn(process: Ending): (undo: () => void) => () => void {
  const undoings = new Set<() => void>();
  let isListening = false;
  return (undo) => {
    if (!isListening) listen(process, undoings);
    isListening = true;
    undoings.add(undo);
    return () => undoings.delete(undo);
  };
}

function listen(process: Ending, undoings: ReadonlySet<() => void>): void {
  process.onExit(() => {
    for (const undo of undoings) undo();
  });
  process.onStopSignal((signal) => {
    if (signal === 'SIGTERM') process.exit(EXIT_TERMINATED);
    else if (undoings.size > 0) process.writeError('\ntoo late to stop: it is being written\n');
    else {
      process.writeError('\ninterrupted: what was not finished is not written\n');
      process.exit(EXIT_INTERRUPTED);
    }
  });
}
