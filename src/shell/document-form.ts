import type { Problem } from '../contract/problem.ts';
import { OUTPUT_FORMATS } from '../settings/settings.ts';
import type { CommandDefinition } from './command-definition.ts';
import type { TypedLine } from './typed-line.ts';
import { usageProblem } from './usage-problem.ts';

/**
 * Of a command that prints documents: whether this call prints one, and in which form. `--format text` and `html` say
 * so; `--out` by the ending of the file, `--lang` alone means text; every other format is the output's, as everywhere.
 * The form is left in the command's own `format`; absent: no document.
 */
export function withDocumentForm(
  definition: CommandDefinition,
  typed: TypedLine,
  environmentFormat: string | undefined,
): TypedLine | Problem {
  const { format: given, ...options } = typed.input.options;
  const format = typeof given === 'string' ? given : undefined;
  const outputFormat = OUTPUT_FORMATS.find((known) => known === format);
  const wantsOutput = outputFormat !== undefined || typed.shared.json === true;
  const { out, lang } = options;
  if (format !== undefined && outputFormat === undefined && typed.shared.json === true) {
    return usageProblem(`--json and --format ${format} cannot be used together.`, 'Give one of them.');
  }
  if (wantsOutput && (out !== undefined || lang !== undefined)) {
    const flag = out === undefined ? '--lang' : '--out';
    return usageProblem(
      `${flag} is of a printed document, and ${typed.shared.json === true ? '--json' : `--format ${format}`} prints none.`,
      'Say --format text or --format html, or leave it out.',
    );
  }
  const asked = format ?? (typeof out === 'string' ? formOf(out) : lang === undefined ? undefined : 'text');
  const byItself = definition.prints === 'always' && environmentFormat === undefined ? 'text' : undefined;
  const form = wantsOutput ? undefined : (asked ?? byItself);
  // A document goes to the output as it is, whatever form the environment asks for.
  const shared = outputFormat ?? (form !== undefined && out === undefined ? 'table' : undefined);
  return {
    input: { ...typed.input, options: form === undefined ? options : { ...options, format: form } },
    shared: shared === undefined ? typed.shared : { ...typed.shared, format: shared },
  };
}

function formOf(path: string): 'text' | 'html' {
  return /\.html?$/i.test(path) ? 'html' : 'text';
}
