import { DOCUMENT_STYLE } from './document-style.ts';
import type { PrintedCell, PrintedDocument, PrintedRow, PrintedTable } from './printed-document.ts';

/** A document as one HTML file that needs nothing from outside; printed on A4. Everything in it is escaped. */
export function documentHtml(document: PrintedDocument): string {
  const direction = document.language === 'ar' ? 'rtl' : 'ltr';
  const subject = document.fields[0]?.value.text ?? '';
  return `<!doctype html>
<html lang="${document.language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${document.title} ${subject}`.trim())}</title>
<style>${DOCUMENT_STYLE}</style>
</head>
<body>
<header>
<div class="bank"><p class="name">${own(document.bankName)}</p><p>${own(document.bankBranch)}</p></div>
<h1>${escaped(document.title)}</h1>
</header>
${document.mark === null ? '' : `<p class="mark">${escaped(document.mark)}</p>\n`}<dl>
${document.fields.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd>${shown(value)}</dd></div>`).join('\n')}
</dl>
${document.table === null ? '' : table(document.table)}<table class="totals">
${document.totals.map(total).join('\n')}
</table>
<ul>
${document.notes.map((note) => `<li>${escaped(note)}</li>`).join('\n')}
</ul>
<footer>${document.footer.map(shown).join(' ')}</footer>
</body>
</html>
`;
}

/** The five characters that mean something in HTML, wherever they stand. */
function escaped(text: string): string {
  const named: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => named[character]!);
}

function own(text: string): string {
  return `<bdi>${escaped(text)}</bdi>`;
}

/** A value that keeps its own direction whatever stands beside it. */
function shown({ text, runs, leadsTo }: PrintedCell): string {
  if (text === '') return '';
  if (leadsTo !== undefined) return `<a dir="ltr" href="${escaped(leadsTo)}">${escaped(text)}</a>`;
  if (runs === 'figure') return `<bdi dir="ltr">${escaped(text)}</bdi>`;
  return runs === 'own' ? own(text) : escaped(text);
}

function table({ titles, rows, foot, empty }: PrintedTable): string {
  const head = titles.map(({ text, aligned }) => `<th class="${aligned}" scope="col">${escaped(text)}</th>`);
  const body =
    rows.length === 0
      ? `<tr><td colspan="${titles.length}">${escaped(empty)}</td></tr>`
      : rows.map(tableRow).join('\n');
  return `<table class="rows">
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${body}
</tbody>
${foot === null ? '' : `<tfoot>${footRow(foot)}</tfoot>\n`}</table>
`;
}

function tableRow({ cells, struck }: PrintedRow): string {
  const one = (cell: PrintedCell) => {
    const value = shown(cell);
    const kind = cell.runs === 'own' ? `${cell.aligned} own` : cell.aligned;
    return `<td class="${kind}">${struck && value !== '' ? `<s>${value}</s>` : value}</td>`;
  };
  return `<tr${struck ? ' class="struck"' : ''}>${cells.map(one).join('')}</tr>`;
}

/** Sums, whose label has the room of the empty cells after it. */
function footRow({ cells: [label, ...sums] }: PrintedRow): string {
  const empty = sums.findIndex(({ text }) => text !== '');
  const span = empty === -1 ? sums.length : empty;
  const rest = sums.slice(span).map((cell) => `<td class="${cell.aligned}">${shown(cell)}</td>`);
  return `<tr><td class="start" colspan="${span + 1}">${label === undefined ? '' : shown(label)}</td>${rest.join('')}</tr>`;
}

function total({ label, value, inWords }: PrintedDocument['totals'][number]): string {
  const words = inWords === null ? '' : `<p class="words">${escaped(inWords)}</p>`;
  const strong = inWords === null ? '' : ' class="strong"';
  return `<tr${strong}><th scope="row">${escaped(label)}${words}</th><td class="end">${shown(value)}</td></tr>`;
}
