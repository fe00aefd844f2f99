import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Parts of a zip archive by their names. */
export type Parts = Readonly<Record<string, string | Uint8Array>>;

/** A zip archive of these parts, packed. */
export function zipped(parts: Parts): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(title.length, 22);
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, title]);
    const listed = Buffer.alloc(46);
    listed.write('PK\u0001\u0002', 0, 'latin1');
    listed.writeUInt16LE(20, 4);
    shared.copy(listed, 6);
    listed.writeUInt32LE(at, 42);
    central.push(listed, title);
    local.push(head, packed);
    at += head.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, list, end]);
}

/** The parts of an archive that was made here. */
export function partsOf(archive: Buffer): Parts {
  const parts: Record<string, Uint8Array> = {};
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const begin = at + 30 + archive.readUInt16LE(at + 26);
    const end = begin + archive.readUInt32LE(at + 18);
    parts[archive.toString('utf8', at + 30, begin)] = inflateRawSync(archive.subarray(begin, end));
    at = end;
  }
  return parts;
}

/** A cell of a workbook that is made: a text, a number, a day, or a formula with what it gave last. */
export type MadeCell =
  | string
  | number
  | { readonly day: string }
  | { readonly formula: string; readonly gives?: number }
  | null;

/** A sheet of a workbook that is made. */
export interface MadeSheet {
  readonly name: string;
  readonly rows: readonly (readonly MadeCell[])[];
  readonly isHidden?: boolean;
  /** Numbers of rows that are not shown. */
  readonly hiddenRows?: readonly number[];
  readonly merged?: readonly string[];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The sheets as an XLSX workbook, as Excel writes it: texts shared, days as numbers with the form of a date. */
export function xlsx(sheets: readonly MadeSheet[], { date1904 = false, more = {} as Parts } = {}): Buffer {
  const strings: string[] = [];
  const parts = sheets.map((sheet) => sheetXml(sheet, strings, date1904));
  const list = sheets.map(({ name, isHidden }, at) => {
    const state = isHidden === true ? ' state="hidden"' : '';
    return `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = sheets.map((_, at) =>
    relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`),
  );
  return zipped({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${XML}<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns:r="r"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships>${relations.join('')}${relation('rIdS', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('rIdT', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-409]dd\\-mmm\\-yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(parts.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
    ...more,
  });
}

function sheetXml(
  { rows, hiddenRows = [], merged = [] }: MadeSheet,
  strings: string[],
  date1904: boolean,
): string {
  const cells = (row: readonly MadeCell[], line: number) =>
    row
      .map((cell, place) => cellXml(cell, `${String.fromCharCode(65 + place)}${line}`, strings, date1904))
      .join('');
  const body = rows.map((row, at) => {
    const hidden = hiddenRows.includes(at + 1) ? ' hidden="1"' : '';
    return `<row r="${at + 1}"${hidden}>${cells(row, at + 1)}</row>`;
  });
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return `${XML}<worksheet><sheetData>${body.join('')}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`;
}

function cellXml(cell: MadeCell, name: string, strings: string[], date1904: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${name}" s="2"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${name}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
  if ('day' in cell) return `<c r="${name}" s="1"><v>${serialOf(cell.day, date1904)}</v></c>`;
  const value = cell.gives === undefined ? '' : `<v>${cell.gives}</v>`;
  return `<c r="${name}"><f>${escaped(cell.formula)}</f>${value}</c>`;
}

/** The serial number of a day. */
export function serialOf(day: string, date1904 = false): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000 + (date1904 ? 24_107 : 25_569);
}

/** The sheets as an ODS workbook, as LibreOffice writes it, empty rows and cells to the end of the sheet too. */
export function ods(sheets: readonly MadeSheet[]): Buffer {
  const tables = sheets.map(({ name, rows, isHidden, hiddenRows = [] }) => {
    const body = rows.map((row, at) => {
      const hidden = hiddenRows.includes(at + 1) ? ' table:visibility="collapse"' : '';
      return `<table:table-row${hidden}>${row.map(odsCell).join('')}<table:table-cell table:number-columns-repeated="1017"/></table:table-row>`;
    });
    const style = isHidden === true ? 'ta2' : 'ta1';
    return `<table:table table:name="${escaped(name)}" table:style-name="${style}"><table:table-column table:number-columns-repeated="16384"/>${body.join('')}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`;
  });
  const styles =
    '<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
  return zipped({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `${XML}<office:document-content>${styles}<office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': `${XML}<manifest:manifest/>`,
  });
}

function odsCell(cell: MadeCell): string {
  if (cell === null) return '<table:table-cell/>';
  if (typeof cell === 'number')
    return `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell.toFixed(2)}</text:p></table:table-cell>`;
  if (typeof cell === 'string')
    return `<table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p>${escaped(cell)}</text:p></table:table-cell>`;
  if ('day' in cell)
    return `<table:table-cell office:value-type="date" office:date-value="${cell.day}"><text:p>day</text:p></table:table-cell>`;
  const value = cell.gives === undefined ? '' : ` office:value-type="float" office:value="${cell.gives}"`;
  return `<table:table-cell table:formula="of:=${escaped(cell.formula)}"${value}/>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
