import type { Deps } from '../../shell/command-definition.ts';

/** Facts between two words about them. */
const SAID_EVERY = 10_000;

/** Tells on a terminal how many facts were gone through; elsewhere, or when not `wanted`, nothing. */
export function countingFacts(
  deps: Deps,
  done: string,
  wanted: boolean,
): (count: number, all: number) => void {
  let said = 0;
  return (count, all) => {
    if (!wanted || count - said < SAID_EVERY) return;
    said = count;
    deps.passing(`${count.toLocaleString('en')} of ${all.toLocaleString('en')} facts ${done}`);
  };
}
