/** What is typed at both places, in order. Ids go by the order they were first printed in, such as `LN-#1`. */
export interface TypedLine {
  readonly line: string;
  readonly day?: string;
  readonly as?: string;
  readonly stdin?: string;
  /** What it says on stderr at both, where that is the point of the line. */
  readonly says?: string;
}

/** Lines typed on a day, by somebody, with something on standard input. */
export function on(
  day: string,
  lines: readonly string[],
  more: Omit<TypedLine, 'line' | 'day'> = {},
): TypedLine[] {
  return lines.map((line) => ({ line, day, ...more }));
}

/** An application like any other. */
export const APPLY =
  'apply --merchant-id nile-crafts --business-name "Nile Crafts" --amount 50,000 --purpose inventory --monthly-sales 125000.50 --platform platform_a --term 12';
