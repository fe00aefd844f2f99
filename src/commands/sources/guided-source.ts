import type { Problem } from '../../contract/problem.ts';
import { displayText } from '../../render/display-text.ts';
import type { Deps } from '../../shell/command-definition.ts';

type Guess = Awaited<ReturnType<Deps['rooms']['guessSource']>>;
type Said = NonNullable<Parameters<Deps['rooms']['guessSource']>[1]>;
type Columns = NonNullable<Said['columns']>;
type Prompter = Awaited<ReturnType<Deps['prompter']>>;

const NONE = '(none of them)';
const ONE_COLUMN = 'in one column';
const TWO_COLUMNS = 'in two columns: money in, money out';

/** Columns that help to find the loan and to know a row again, and what is asked for them. */
const USEFUL = [
  ['reference', "Which column is the bank's own reference?"],
  ['customer_reference', 'Which column is the reference the payer was told to quote?'],
  ['details', 'Which column is the free text?'],
  ['payer_name', 'Which column is the name of the payer?'],
  ['balance', 'Which column is the balance after the row?'],
] as const;

const SIGNS = [
  ['sign', 'those without a minus came in'],
  ['reversed_sign', 'those with a minus came in'],
  ['credits_only', 'all of them came in'],
] as const;

const DEBITS = { 'those below zero': 'sign', 'those above zero': 'reversed_sign' } as const;

/**
 * Asks on the terminal how a bank's CSV is to be read: shows its first rows, then asks for what the whole columns
 * leave open; `encoding` where it was said already. Answers a source profile in its JSON form, or why the file is none that can be asked about.
 */
export async function guidedSource(
  path: string,
  deps: Deps,
  encoding?: Said['encoding'],
): Promise<{ readonly document: object } | Problem> {
  const guess = await deps.rooms.guessSource(path, { encoding });
  if (guess.headings === null) {
    return {
      code: 'file_unreadable',
      detail: `${path} has no row of headings.`,
      hint: 'Say its columns by their numbers: --columns-map payment_date=1,credit=3,debit=4.',
    };
  }
  deps.progress(`The first rows of ${displayText(path)}:`);
  for (const row of [guess.headings, ...guess.sample]) deps.progress(`  ${row.map(displayText).join(' | ')}`);
  const ask = await deps.prompter();
  const found = guess.document.columns as Columns | undefined;
  const columns =
    found === undefined ? await askColumns(guess.headings, ask) : await askDoubted(guess, found, ask);
  const known = found === undefined ? await deps.rooms.guessSource(path, { columns, encoding }) : guess;
  const document = {
    ...known.document,
    columns,
    ...(await askOpen(known, columns, ask)),
    ...(await askStatuses(known, ask)),
    ...(await askAccount(columns, ask)),
  };
  return { document };
}

async function askColumns(headings: readonly string[], ask: Prompter): Promise<Columns> {
  const free = headings.map((heading) => heading.trim()).filter((heading) => heading !== '');
  const choose = async (message: string, mayBeNone: boolean): Promise<string | null> => {
    const shown = new Map(free.map((heading) => [displayText(heading), heading]));
    const choices = [...(mayBeNone ? [NONE] : []), ...shown.keys()];
    const heading = shown.get(await ask.choose({ message, choices, offered: null })) ?? null;
    if (heading !== null) free.splice(free.indexOf(heading), 1);
    return heading;
  };
  const columns: Record<string, readonly string[]> = {};
  const put = (column: string, heading: string | null) => {
    if (heading !== null) columns[column] = [heading];
  };
  put('payment_date', await choose('Which column is the booking date?', false));
  const amounts = await ask.choose({
    message: 'Where are the amounts?',
    choices: [ONE_COLUMN, TWO_COLUMNS],
    offered: null,
  });
  if (amounts === TWO_COLUMNS) {
    put('credit', await choose('Which column is money that came in?', false));
    put('debit', await choose('Which column is money that went out?', false));
  } else put('amount', await choose('Which column is the amount?', false));
  for (const [column, message] of USEFUL) {
    if (free.length > 0) put(column, await choose(message, true));
  }
  return columns;
}

const ROLES = {
  reference: "the bank's own reference of the row",
  balance: 'the balance after the row',
} as const;
const ONLY_TEXT = 'text that only says more';

/** Columns that look like one that helps to know a row again, and are not known as one. */
async function askDoubted({ open }: Guess, found: Columns, ask: Prompter): Promise<Columns> {
  let columns = found;
  for (const { column } of open) {
    if (column === undefined) continue;
    const { role, heading } = column;
    const message = `What is in the column "${displayText(heading)}"?`;
    const chosen = await ask.choose({ message, choices: [ROLES[role], ONLY_TEXT], offered: null });
    columns =
      chosen === ONLY_TEXT
        ? { ...columns, details: [...(columns.details ?? []), heading] }
        : { ...columns, [role]: [heading] };
  }
  return columns;
}

const STATUSES = {
  'the money moved': 'posted',
  'it failed, and no money moved': 'failed',
  'it may still move': 'pending',
  'it had moved and was taken back': 'reversed',
} as const;

/** What words of a column of statuses mean that nobody knows. */
async function askStatuses({ open }: Guess, ask: Prompter): Promise<object> {
  const words = open.flatMap((question) => question.words ?? []);
  if (words.length === 0) return {};
  const status: Record<string, string[]> = {};
  for (const word of words) {
    const message = `What does the status "${displayText(word)}" say?`;
    const chosen = await ask.choose({ message, choices: Object.keys(STATUSES), offered: null });
    const meant = STATUSES[chosen as keyof typeof STATUSES];
    status[meant] = [...(status[meant] ?? []), word];
  }
  return { status };
}

/** What the columns do not say themselves: the decimal mark, the order of dates, which way money went. */
async function askOpen({ open, document }: Guess, columns: Columns, ask: Prompter): Promise<object> {
  const isOpen = (flag: string) => open.some((question) => question.flag === flag);
  const said: Record<string, string> = {};
  if (isOpen('--decimal')) {
    const message = 'What parts whole pounds from piastres?';
    said.decimal = await ask.choose({ message, choices: ['point', 'comma'], offered: null });
  }
  if (isOpen('--date-format')) {
    const choices = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'];
    said.date_format = await ask.choose({ message: 'How are dates written?', choices, offered: null });
  }
  if (columns.amount !== undefined && columns.credit === undefined && columns.type === undefined) {
    const guessed = SIGNS.find(([rule]) => rule === document.sign)?.[1] ?? null;
    const chosen = await ask.choose({
      message: 'Which amounts are money that came in?',
      choices: SIGNS.map(([, words]) => words),
      offered: isOpen('--sign') ? null : guessed,
    });
    said.sign = SIGNS.find(([, words]) => words === chosen)?.[0] ?? 'sign';
  } else if (isOpen('--sign')) {
    const message = 'Which amounts of the column of debits went out?';
    const choices = Object.keys(DEBITS);
    const chosen = await ask.choose({ message, choices, offered: null });
    said.sign = DEBITS[chosen as keyof typeof DEBITS];
  }
  return said;
}

async function askAccount(columns: Columns, ask: Prompter): Promise<object> {
  if (columns.account !== undefined) return {};
  const account = await ask.text({
    message: 'Number of the account that the bank keeps this statement of, or Enter to leave it out',
    offered: '',
    check: (text) => /^[\p{L}\p{N} ./-]{0,64}$/u.test(text) || 'Letters, digits and dashes, at most 64.',
    reads: () => null,
  });
  return account === '' ? {} : { account };
}
