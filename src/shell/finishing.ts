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
export function finishingOn(world: Ending): (undo: () => void) => () => void {
  const undoings = new Set<() => void>();
  let isListening = false;
  return (undo) => {
    if (!isListening) listen(world, undoings);
    isListening = true;
    undoings.add(undo);
    return () => undoings.delete(undo);
  };
}

function listen(world: Ending, undoings: ReadonlySet<() => void>): void {
  world.onExit(() => {
    for (const undo of undoings) undo();
  });
  world.onStopSignal((signal) => {
    if (signal === 'SIGTERM') world.exit(EXIT_TERMINATED);
    else if (undoings.size > 0) world.writeError('\ntoo late to stop: it is being written\n');
    else {
      world.writeError('\ninterrupted: what was not finished is not written\n');
      world.exit(EXIT_INTERRUPTED);
    }
  });
}
