import type { Environment } from '../settings/folders.ts';

/**
 * Whether colours are used: `--color` and `--no-color` first, then `FORCE_COLOR`, `NO_COLOR`, `TERM=dumb`, and
 * last whether stdout is a terminal.
 */
export function colorLevel(
  typed: { readonly color?: string; readonly noColor?: boolean },
  environment: Environment,
  stdoutIsTerminal: boolean,
): 0 | 1 {
  if (typed.noColor === true || typed.color === 'never') return 0;
  if (typed.color === 'always') return 1;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced === '0' || forced === 'false' ? 0 : 1;
  if (environment.NO_COLOR) return 0;
  if (environment.TERM === 'dumb') return 0;
  return stdoutIsTerminal ? 1 : 0;
}
