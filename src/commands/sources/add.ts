import type { Problem } from '../../contract/problem.ts';
import type { CommandDefinition, Deps } from '../../shell/command-definition.ts';
import { ENCODING_OPTION } from '../reading-options.ts';
import { textOption } from '../typed-values.ts';
import { guidedSource } from './guided-source.ts';
import { SOURCE_COLUMNS } from './source-columns.ts';
import { triedSource } from './tried-source.ts';

/** `sources add NAME --from FILE`: keeps a source profile under a name. */
export const command: CommandDefinition = {
  path: ['sources', 'add'],
  says: 'Keep under a name how the files of a bank or wallet are read.',
  more: 'The file is JSON: columns (payment_date, credit and debit or amount, reference, customer_reference, details, balance and others, each with its heading or a list of headings), missing_columns (passed_over where it lists more than each file has; refused otherwise), and what the file itself leaves open: decimal, date_format, sign, status, encoding, delimiter, zone, labels, reference_pattern, row_order, payment_method, account, currency. A source of that name is replaced.',
  args: [{ name: 'NAME', says: 'what to call it', required: true }],
  options: [
    {
      flag: '--from',
      value: { name: 'FILE', kind: 'file' },
      says: 'the profile as JSON, as "sources show --json" prints it; on a terminal also a CSV of that bank',
      asks: 'A statement of that bank (CSV), or a profile as JSON',
      required: true,
    },
    { ...ENCODING_OPTION, says: 'how the letters of that CSV are encoded, when its first bytes do not tell' },
  ],
  examples: [
    { line: 'loandesk sources add delta --from delta.json', says: 'then: pay import FILE --source delta' },
    { line: 'loandesk sources add delta --from march.csv', says: 'asks what the columns mean' },
  ],
  writes: false,
  async run(input, deps) {
    const name = input.args[0] ?? '';
    const document = await documentOf(String(input.options.from ?? ''), textOption(input, 'encoding'), deps);
    if ('problem' in document) return { ok: false, problem: document.problem };
    const sources = await deps.rooms.sources();
    const checked = sources.add(name, document.value, { keep: false });
    if ('code' in checked) return { ok: false, problem: checked };
    const misplaced = document.shown === null ? null : changedBeside(document.shown, checked.source);
    if (misplaced !== null) return { ok: false, problem: misplaced };
    if (document.askedAbout !== null) {
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

type Document =
  | {
      /** A profile as it was written. */
      readonly value: unknown;
      /** What `sources show` printed around it, else null. */
      readonly shown: Shown | null;
      /** The statement it was asked about on the terminal, else null. */
      readonly askedAbout: string | null;
    }
  | { readonly problem: Problem };

/** What `sources show` prints: the profile, beside what lists show of it. */
type Shown = Readonly<Record<string, unknown>>;
/** What lists show of a profile. */
const BESIDE = ['account', 'currency', 'payment_method', 'encoding'] as const;

/** A field that was changed beside the profile, where nothing reads it. */
function changedBeside(
  shown: Shown,
  source: Readonly<Record<(typeof BESIDE)[number], string | null>>,
): Problem | null {
  const field = BESIDE.find((name) => shown[name] !== undefined && shown[name] !== source[name]);
  if (field === undefined) return null;
  return {
    code: 'validation_failed',
    detail: `"${field}" is ${JSON.stringify(shown[field])} beside the profile, which says ${JSON.stringify(source[field])}.`,
    hint: `Write it into "profile": what stands beside it is not read.`,
  };
}

/** The profile a file of JSON is; on a terminal, of a statement, what is asked about it. */
async function documentOf(path: string, encoding: string | undefined, deps: Deps): Promise<Document> {
  const document = await readDocument(path, deps);
  if (!('problem' in document) || !deps.interactive || path === '-') return document;
  const guided = await guidedSource(path, deps, encoding);
  return 'code' in guided ? { problem: guided } : { value: guided.document, shown: null, askedAbout: path };
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
  const shown = value as Shown | null;
  const isShown = typeof shown === 'object' && shown !== null && 'profile' in shown && 'name' in shown;
  return isShown
    ? { value: shown.profile, shown, askedAbout: null }
    : { value, shown: null, askedAbout: null };
}
