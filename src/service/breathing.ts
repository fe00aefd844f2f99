/**
 * Lets the process hear what came meanwhile, Ctrl-C above all, before long work goes on. Between promises alone it hears
 * nothing, since those are all settled within one turn.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Does long work that pauses now and then, with a breath at each pause. */
export async function pausing<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await breathe();
  }
}
