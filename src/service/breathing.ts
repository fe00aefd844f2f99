/**
 * Lets the process hear what came meanwhile, Ctrl-C above all, before long work goes on. Between promises alone it hears
 * nothing, since those are all settled within one turn.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
