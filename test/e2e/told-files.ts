import { entry, message, statement } from '../ingest/statements/camt-messages.ts';
import { type MadeCell, xlsx } from '../ingest/workbooks/made-workbooks.ts';

/** A file as a kind of them tells it: its lines, how it is imported, and what comes of it. */
export interface ToldFile {
  readonly name: string;
  readonly options: readonly string[];
  readonly lines: readonly string[];
  readonly gives: string;
}

/** The files of a kind, and what stands on the books once they are imported. */
export function readKind(text: string): { readonly files: readonly ToldFile[]; readonly stands: string } {
  const files: ToldFile[] = [];
  let lines: string[] = [];
  const stands: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('-> ')) {
      const [first = '', ...rest] = lines;
      const [name = '', ...options] = first.split(/ +(?=--)/);
      files.push({ name, options: options.flatMap(optionWords), lines: rest, gives: line.slice(3) });
      lines = [];
    } else if (/^(paid|held|account)\b/.test(line)) stands.push(line);
    else if (line !== '') lines.push(line);
  }
  return { files, stands: stands.join('\n') };
}

/** `--status posted=Captured` as two words; what follows the first blank is one. */
function optionWords(option: string): readonly string[] {
  const [name = '', ...value] = option.split(' ');
  return value.length === 0 ? [name] : [name, value.join(' ')];
}

/** The bytes of a file: a workbook's cells stand between bars, a camt's entries in lines; LN-A and LN-B are two loans. */
export function contentOf(
  { name, lines }: ToldFile,
  [loanA, loanB]: readonly [string, string],
): string | Uint8Array {
  const told = lines.map((line) => line.replaceAll('LN-A', loanA).replaceAll('LN-B', loanB));
  if (name.endsWith('.xlsx')) return sheet(...told.map((line) => line.split('|').map(cellOf)));
  if (name.endsWith('.sta'))
    return `${['{1:F01X}{4:', ':20:X', ':25:111', ':28C:1/1', ...told].join('\n')}\n-}\n`;
  if (name.endsWith('.053')) return camt(name, told);
  if (name.endsWith('.054'))
    return camt(name, told)
      .replaceAll('camt.053', 'camt.054')
      .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
      .replaceAll('Stmt>', 'Ntfctn>');
  return `${told.join('\n')}\n`;
}

const sheet = (...rows: readonly (readonly MadeCell[])[]) => xlsx([{ name: 'Sheet', rows }]);

/** A number, a day, or a text; in quotes, a text in any case. */
function cellOf(text: string): MadeCell {
  if (text === '') return null;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { day: text };
  return text.replace(/^"(.*)"$/, '$1');
}

/** One statement for each name of a file. A line has day, direction, amount, the bank's reference, and the rest. */
function camt(id: string, lines: readonly string[]): string {
  const entries = lines.map((line) => {
    const [, day, direction, amount = '', reference = '', more] =
      /^(\S+) (\S+) (\S+) (\S+) (.*)$/.exec(line) ?? [];
    const dates = `<BookgDt><Dt>${day}</Dt></BookgDt>`;
    return entry({ amount, direction: direction ?? '', dates, more: more ?? '' }).replace('ENTRY', reference);
  });
  return message(
    statement(entries.join('')).replace('<Id>S</Id><ElctrncSeqNb>58</ElctrncSeqNb>', `<Id>${id}</Id>`),
  );
}

/** What a transaction of a camt says in words. */
export const says = (text: string) => `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;
export const details = (...transactions: readonly string[]) =>
  `<NtryDtls>${transactions.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls>`;
/** A batch of 100.00 and 200.00 with a count and a total. */
export const batch = (count: number, currency: string, total: string) =>
  details(`<Amt Ccy="EGP">100.00</Amt>${says('LN-A')}`, `<Amt Ccy="EGP">200.00</Amt>${says('LN-B')}`).replace(
    '<NtryDtls>',
    `<NtryDtls><Btch><NbOfTxs>${count}</NbOfTxs><TtlAmt Ccy="${currency}">${total}</TtlAmt></Btch>`,
  );
