/** What the information to the account owner (`:86:`) says. */
export interface MtText {
  readonly text: string | null;
  readonly payerName: string | null;
  readonly payerAccount: string | null;
  readonly endToEndId: string | null;
  /** Subfields that are none of these, by their numbers. */
  readonly others: readonly (readonly [name: string, text: string])[];
  /** The bank says that a payment came back (`/RTRN/`). */
  readonly returned: boolean;
}

/** A full line of SWIFT: a word that reaches its end goes on in the next line. */
const FULL_LINE = 65;
const FULL_SUBFIELD = 27;

const SUBFIELDS = /^\s*\d{3}([?<~>])(?=\d\d)/;
const CODE_WORD =
  /\/(EREF|KREF|REMI|NAME|IBAN|CNTP|RTRN|ORDP|BENM|MARF|CSID|TRTP|PREF|TRCD|BIC|PURP|USTD|ADDR)\//g;
/** Subfields of what was paid for, and of who paid it. */
const PURPOSE = ['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63'];
const PAYER = ['31', '32', '33'];

/** Reads the lines of an information field, which banks fill in three ways: plain, `?20…`, and `/EREF/…`. */
export function readMtText(lines: readonly string[]): MtText {
  const whole = joined(lines, FULL_LINE);
  const separator = SUBFIELDS.exec(whole)?.[1];
  if (separator !== undefined) return fromSubfields(joined(lines, 0), separator);
  return fromCodeWords(whole);
}

/** The text of an entry with its supplementary details, which stand before the information. */
export function withSupplement(more: readonly string[], information: string | null): string | null {
  const extra = more.map((line) => line.trim()).filter((line) => line !== '');
  const texts = information === null ? extra : [...extra, information];
  return texts.length === 0 ? null : texts.join(' ');
}

/** Lines in one: without a blank behind a line that is full, else with one. */
function joined(lines: readonly string[], full: number): string {
  let text = '';
  let wasFull = true;
  for (const line of lines) {
    if (line.trim() === '') continue;
    text += wasFull || text.endsWith(' ') || line.startsWith(' ') ? line : ` ${line}`;
    wasFull = line.length >= full;
  }
  return tidy(text);
}

/** `166?00TRANSFER?20EREF+INV-7?21SVWZ+LOAN LN-…?31ACCOUNT?32NAME`. */
function fromSubfields(text: string, separator: string): MtText {
  const fields = new Map<string, string>();
  const [code = '', ...parts] = text.split(separator);
  let last = '';
  for (const part of parts) {
    if (/^\d\d/.test(part)) {
      last = part.slice(0, 2);
      const before = fields.get(last);
      fields.set(last, before === undefined ? part.slice(2) : `${before} ${part.slice(2)}`);
    } else fields.set(last, `${fields.get(last) ?? ''}${separator}${part}`);
  }
  const of = (keys: readonly string[]) =>
    joined(
      keys.map((key) => fields.get(key) ?? ''),
      FULL_SUBFIELD,
    );
  const purpose = of(PURPOSE);
  const told = nonEmpty(purpose) === null ? ['00', ...PAYER] : [...PURPOSE, ...PAYER];
  const endToEnd = /(?:^|\s)EREF[+:]\s*(\S+)/.exec(purpose)?.[1];
  return {
    text: nonEmpty(purpose) ?? nonEmpty(of(['00'])),
    payerName: nonEmpty(of(['32', '33'])),
    payerAccount: nonEmpty(of(['31'])),
    endToEndId: nonEmpty(endToEnd ?? ''),
    others: [['Code', code] as const, ...fields].filter(([field]) => !told.includes(field)),
    returned: /(?:^|\s)(RETURN|RTRN)[+:]/.test(purpose),
  };
}

function fromCodeWords(text: string): MtText {
  const words = new Map<string, string>();
  const marks = [...text.matchAll(CODE_WORD)];
  marks.forEach((mark, at) => {
    const from = mark.index + mark[0].length;
    words.set(
      mark[1] as string,
      text
        .slice(from, marks[at + 1]?.index ?? text.length)
        .replace(/\/+$/, '')
        .trim(),
    );
  });
  const [partyAccount, , partyName] = (words.get('CNTP') ?? '').split('/');
  return {
    text: nonEmpty(text),
    payerName: nonEmpty(words.get('NAME') ?? partyName ?? ''),
    payerAccount: nonEmpty(words.get('IBAN') ?? partyAccount ?? ''),
    endToEndId: nonEmpty(words.get('EREF') ?? ''),
    others: [],
    returned: words.has('RTRN'),
  };
}

function nonEmpty(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function tidy(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
}
