import type { Problem } from '../../contract/problem.ts';
import type { CommandDefinition, Deps } from '../../shell/command-definition.ts';
import { guidedSource } from './guided-source.ts';
import { SOURCE_COLUMNS } from './source-columns.ts';
import { triedSource } from './tried-source.ts';

/** `sources add NAME --from FILE`: keeps a source profile under a name. */
export const command: CommandDefinition = {
  path: ['sources', 'add'],
  says: 'Keep under a name how the files of a bank or wallet are read.',
  more: 'The file is JSON: columns (payment_date, credit and debit or amount, reference, customer_reference, details, balance and others, each with its heading or a list of headings), and what the file itself leaves open: decimal, date_format, sign, encoding, delimiter, zone, labels, reference_pattern, row_order, payment_method, account, currency. A source of that name is replaced.',
  args: [{ name: 'NAME', says: 'what to call it', required: true }],
  options: [
    {
      flag: '--from',
      value: { name: 'FILE', kind: 'file' },
      says: 'the profile as JSON, as "sources show --json" prints it; on a terminal also a CSV of that bank',
      asks: 'A statement of that bank (CSV), or a profile as JSON',
      required: true,
    },
  ],
  examples: [
    { line: 'loandesk sources add delta --from delta.json', says: 'then: pay import FILE --source delta' },
    { line: 'loandesk sources add delta --from march.csv', says: 'asks what the columns mean' },
  ],
  writes: false,
  async run(input, deps) {
    const name = input.args[0] ?? '';
    const document = await documentOf(String(input.options.from ?? ''), deps);
    if ('problem' in document) return { ok: false, problem: document.problem };
    const sources = await deps.rooms.sources();
    if (document.askedAbout !== null) {
      const checked = sources.add(name, document.value, { keep: false });
      if ('code' in checked) return { ok: false, problem: checked };
      const tried = await triedSource(document.askedAbout, { name, document: document.value }, deps);
      const agreed = await deps.confirm(tried.inWords, 'Keep it so?', { defaultYes: tried.isRight });
      if (agreed !== true) return { ok: false, problem: agreed };
    }
    const added = sources.add(name, document.value, { keep: !deps.dryRun });
    if ('code' in added) return { ok: false, problem: added };
    const { source, replaced } = added;
    return {
      ok: true,
      data: source,
      view: { shape: 'record', columns: SOURCE_COLUMNS },
      notices: replaced ? [`It takes the place of the source ${name} there was.`] : [],
    };
  },
};

/** A profile as it was written; `askedAbout`: the statement it was asked about on the terminal, else null. */
type Document =
  | { readonly value: unknown; readonly askedAbout: string | null }
  | { readonly problem: Problem };

/** The profile a file of JSON is; on a terminal, of a statement, what is asked about it. */
async function documentOf(path: string, deps: Deps): Promise<Document> {
  const document = await readDocument(path, deps);
  const isStatement = 'problem' in document && document.problem.code !== 'file_unreadable';
  if (!isStatement || !deps.interactive || path === '-') return document;
  const guided = await guidedSource(path, deps);
  return 'code' in guided ? { problem: guided } : { value: guided.document, askedAbout: path };
}

async function readDocument(path: string, deps: Deps): Promise<Document> {
  const text = await deps.readText(path);
  if (typeof text !== 'string') return { problem: text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const hint = 'Give a profile as JSON, or on a terminal a statement of that bank, to be asked about it.';
    return { problem: { code: 'malformed_json', detail: `${path} is not JSON.`, hint } };
  }
  // What `sources show` prints holds the profile beside what lists show.
  const shown = value as { readonly name?: unknown; readonly profile?: unknown } | null;
  const isShown = typeof shown === 'object' && shown !== null && 'profile' in shown && 'name' in shown;
  return { value: isShown ? shown.profile : value, askedAbout: null };
}
