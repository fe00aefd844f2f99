import type { Backend } from '../../contract/backend.ts';
import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Problem } from '../../contract/problem.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { groupThousands } from '../../render/cell-values.ts';
import { csvText } from '../../render/delimited.ts';
import {
  hledgerAccount,
  hledgerComment,
  hledgerHead,
  hledgerTransaction,
} from '../../render/hledger-journal.ts';
import type { Column, ListView } from '../../render/view.ts';
import type { CommandDefinition, CommandInput } from '../../shell/command-definition.ts';
import { given, textOption } from '../typed-values.ts';
import { exportEvents } from './export-events.ts';
import { missingLedgerPath } from './missing-ledger.ts';

const FORMATS = ['hledger', 'csv'] as const;
/** As many entries as one call may ask for. */
const ENTRIES_A_PAGE = 500;

type Entries = OperationOutput<'journal.list'>;

/** `ledger export`: the journal for the bank's books, each entry once, in the order of booking. */
export const command: CommandDefinition = {
  path: ['ledger', 'export'],
  says: 'Print the journal in booking order, for hledger or as CSV; or every fact, for another ledger.',
  more: 'Each entry is handed on exactly once: go on where the last export ended with --after, or take one day at a time with --booked-on; entries dated back are in the export of the day they became known. Accounts go by the codes of the policy gl_accounts. LOANDESK_FORMAT does not count here. With --events it is the whole ledger as lines of JSON, which "ledger import" replays into an empty one, of whichever kind.',
  args: [],
  options: [
    {
      flag: '--format',
      value: { name: 'FORMAT', kind: 'choice', choices: FORMATS },
      says: 'hledger (default) or csv, a row for each posting',
    },
    {
      flag: '--after',
      value: { name: 'SEQ', kind: 'integer' },
      says: 'only what was booked after that sequence, as the last export told it',
    },
    {
      flag: '--booked-on',
      value: { name: 'DATE', kind: 'date' },
      says: 'only what was booked on that day, in Cairo',
    },
    { flag: '--events', says: 'every fact of the ledger, as lines of JSON' },
    {
      flag: '--out',
      value: { name: 'FILE', kind: 'file' },
      says: 'with --events: write them to a new file and say what they add up to',
      aliases: ['--output'],
    },
  ],
  examples: [
    { line: 'loandesk ledger export > book.journal', says: 'all of it; then: hledger -f book.journal check' },
    { line: 'loandesk ledger export --booked-on 2026-03-01 --format csv', says: 'one day for the bank' },
    { line: 'loandesk ledger export --events --out book.jsonl', says: 'to move to another ledger' },
  ],
  writes: false,
  calls: ['journal.list'],
  localOnly: true,
  exitCodes: [2, 6, 9],
  conflict,
  async run(input, deps) {
    if (input.options.events === true) return exportEvents(input, deps);
    const backend = await deps.backend();
    const asked = given({ after: textOption(input, 'after'), booked_on: textOption(input, 'bookedOn') });
    // Before anything is printed, so that what cannot be answered leaves standard output empty.
    const first = await backend.call('journal.list', { ...asked, size: ENTRIES_A_PAGE });
    if (!first.ok) return first;
    const missing = await missingLedgerPath(deps);
    const notices =
      missing === null ? [] : [`warning: there is no ledger at ${missing}: nothing was exported`];
    const tally = new Tally(Number(asked.after ?? 0));
    const write = textOption(input, 'format') === 'csv' ? asCsv() : asJournal();
    async function* text(): AsyncGenerator<string | Problem> {
      yield write.head;
      for await (const entries of pages(backend, asked, first.ok ? first.value : [])) {
        if ('code' in entries) {
          yield entries;
          return;
        }
        tally.add(entries);
        yield write.page(entries);
      }
      yield write.end(tally.told());
      notices.push(...tally.told());
    }
    return { ok: true, data: null, view: { shape: 'text', text: '' }, stream: text(), notices };
  },
};

/** What cannot be meant together. */
function conflict({ options }: CommandInput): Problem | null {
  const { after, bookedOn, format, events, out } = options;
  if (events === true) {
    if (after === undefined && bookedOn === undefined && format === undefined) return null;
    const detail = '--events is every fact, without --format, --after or --booked-on.';
    return { code: 'usage', detail, hint: 'Give --events alone, or with --out.' };
  }
  if (out !== undefined) {
    const hint = 'Without it, print to a file: loandesk ledger export > FILE';
    return { code: 'usage', detail: '--out goes with --events.', hint };
  }
  if (after === undefined || bookedOn === undefined) return null;
  const detail = '--after and --booked-on cannot go together.';
  return { code: 'usage', detail, hint: 'Give one of them.' };
}

async function* pages(
  backend: Backend,
  asked: { readonly booked_on?: string },
  first: Entries,
): AsyncGenerator<Entries | Problem> {
  let entries = first;
  while (entries.length > 0) {
    yield entries;
    if (entries.length < ENTRIES_A_PAGE) return;
    const after = entries.at(-1)?.sequence ?? 0;
    const answer = await backend.call('journal.list', { ...asked, after, size: ENTRIES_A_PAGE });
    if (!answer.ok) {
      yield answer.problem;
      return;
    }
    entries = answer.value;
  }
}

/** Count and sums of what was exported; sums of many amounts are exact only as whole piastres without a bound. */
class Tally {
  #entries = 0;
  #debitPiastres = 0n;
  #creditPiastres = 0n;
  #last: number;

  constructor(after: number) {
    this.#last = after;
  }

  add(entries: Entries): void {
    for (const { sequence, postings } of entries) {
      this.#entries += 1;
      this.#last = sequence;
      for (const { debit, credit } of postings) {
        this.#debitPiastres += piastresOf(debit);
        this.#creditPiastres += piastresOf(credit);
      }
    }
  }

  told(): string[] {
    const count = `${groupThousands(String(this.#entries))} ${this.#entries === 1 ? 'entry' : 'entries'}`;
    const [debit, credit] = [this.#debitPiastres, this.#creditPiastres].map((sum) =>
      groupThousands(formatSum(sum)),
    );
    return [
      `${count}, debits ${debit} EGP, credits ${credit} EGP`,
      `next: loandesk ledger export --after ${this.#last}`,
    ];
  }
}

/** Amounts have two decimals and stay below 10^12, so the nearest whole is the exact one. */
function piastresOf(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}

interface Written {
  readonly head: string;
  page(entries: Entries): string;
  end(told: readonly string[]): string;
}

function asJournal(): Written {
  const declared = new Set<string>();
  return {
    head: hledgerHead(),
    page(entries) {
      let text = '';
      for (const entry of entries) {
        for (const { gl_account } of entry.postings) {
          if (declared.has(gl_account)) continue;
          declared.add(gl_account);
          text += hledgerAccount(gl_account);
        }
        text += hledgerTransaction(entry);
      }
      return text;
    },
    end: (told) => hledgerComment(told.join('; ')),
  };
}

/** CSV has no room for the count and the sums: they are said beside it. */
function asCsv(): Written {
  const rowsText = (rows: readonly object[], headers: boolean) =>
    csvText(rows, POSTINGS, { columns: null, headers, excel: false });
  return {
    head: rowsText([], true),
    page: (entries) =>
      rowsText(
        entries.flatMap((entry) =>
          entry.postings.map((posting, index) => ({ ...entry, ...posting, line: index + 1 })),
        ),
        false,
      ),
    end: () => '',
  };
}

const COLUMNS: readonly Column[] = [
  { key: 'sequence', title: 'Sequence', kind: 'integer' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'entry_number', title: 'Entry', kind: 'integer' },
  { key: 'line', title: 'Line', kind: 'integer' },
  { key: 'business_name', title: 'Business', kind: 'text' },
  { key: 'kind', title: 'Kind', kind: 'text' },
  { key: 'event_id', title: 'Books', kind: 'id' },
  { key: 'value_date', title: 'Value date', kind: 'date' },
  { key: 'booked_at', title: 'Booked at', kind: 'timestamp' },
  { key: 'booked_by', title: 'Booked by', kind: 'text' },
  { key: 'reverses_entry_number', title: 'Reverses entry', kind: 'integer' },
  { key: 'account', title: 'Account', kind: 'text' },
  { key: 'gl_account', title: 'Code', kind: 'text' },
  { key: 'debit', title: 'Debit', kind: 'money' },
  { key: 'credit', title: 'Credit', kind: 'money' },
];
const POSTINGS: ListView = { shape: 'list', columns: COLUMNS, empty: '' };
