import type { OperationOutput } from '../contract/operation-types.ts';
import type { Outcome } from '../contract/problem.ts';
import type { PrintedDocument } from '../render/documents/printed-document.ts';
import type { CommandInput, CommandResult, Deps } from '../shell/command-definition.ts';
import { textOption } from './typed-values.ts';

type Letterhead = OperationOutput<'documents.letterhead'>;
type Language = PrintedDocument['language'];

/** What a document is made with: the bank's names, the language, and the form it is laid out in. */
export interface Printing {
  readonly letterhead: Letterhead;
  readonly language: Language;
  readonly form: 'text' | 'html';
}

/** Whether this call prints a document. */
export function printsDocument(input: CommandInput): boolean {
  return textOption(input, 'format') !== undefined;
}

/** Asks for the bank's names and settles language and form. */
export async function printingOf(input: CommandInput, deps: Deps): Promise<Outcome<Printing>> {
  const backend = await deps.backend();
  const letterhead = await backend.call('documents.letterhead', {});
  if (!letterhead.ok) return letterhead;
  const language = (textOption(input, 'lang') as Language | undefined) ?? letterhead.value.document_language;
  const form = textOption(input, 'format') === 'html' ? 'html' : 'text';
  return { ok: true, value: { letterhead: letterhead.value, language, form } };
}

/** The document as text or HTML; with `--known-at` it says so. */
export async function laidOut(
  document: PrintedDocument,
  { form }: Printing,
  input: CommandInput,
): Promise<string> {
  const knownAt = textOption(input, 'knownAt');
  const { asKnownAt } = await import('../render/documents/document-frame.ts');
  const whole = knownAt === undefined ? document : asKnownAt(document, knownAt);
  return form === 'html'
    ? (await import('../render/documents/document-html.ts')).documentHtml(whole)
    : (await import('../render/documents/document-text.ts')).documentText(whole);
}

/** The document as the command's result: on the output, or in the file `--out` names. */
export async function printed(
  document: PrintedDocument,
  printing: Printing,
  input: CommandInput,
  deps: Deps,
): Promise<CommandResult> {
  const text = await laidOut(document, printing, input);
  const path = textOption(input, 'out');
  if (path === undefined) return { ok: true, data: null, view: { shape: 'text', text } };
  const problem = await deps.rooms.writeNewFile(path, text);
  if (problem !== null) return { ok: false, problem };
  return {
    ok: true,
    data: { file: path, format: printing.form, language: printing.language },
    view: {
      shape: 'record',
      columns: [
        { key: 'file', title: 'File', kind: 'id' },
        { key: 'format', title: 'Format', kind: 'text' },
        { key: 'language', title: 'Language', kind: 'text' },
      ],
    },
  };
}
