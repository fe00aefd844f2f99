import type { XmlNode } from './xml-node.ts';

/** What an element says, under a name people can look up: `CdtrAcct IBAN`. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Elements right in an entry or a transaction that are read by themselves, or say nothing of it: amounts, dates and
 * codes; and what names the entry in this message only, which differs when the bank tells of it again.
 */
const NO_TEXT = new Set([
  ...['Amt', 'AmtDtls', 'Chrgs', 'CdtDbtInd', 'RvslInd', 'Sts', 'BookgDt', 'ValDt', 'Avlbty', 'BkTxCd'],
  ...['NtryDtls', 'NtryRef', 'AddtlInfInd'],
]);

/** Elements around others that do not tell what these are. */
const WRAPPERS = new Set([
  ...[
    'RltdPties',
    'RltdAgts',
    'Refs',
    'RmtInf',
    'Strd',
    'Pty',
    'Agt',
    'Id',
    'OrgId',
    'PrvtId',
    'Othr',
    'FinInstnId',
  ],
  ...['CdOrPrtry', 'Tp', 'SchmeNm'],
]);

/** Shorter texts may stand in another one by chance. */
const LEAST_CONTAINED = 4;

/** Every text in an entry or a transaction, in its order. */
export function namedTexts(node: XmlNode): readonly NamedText[] {
  const found: NamedText[] = [];
  for (const child of node.children) if (!NO_TEXT.has(child.name)) gather(child, null, found);
  return found;
}

/** The texts that a row does not tell already, one after the other; null when there are none. */
export function untold(texts: readonly NamedText[], told: readonly (string | null)[]): string | null {
  const some = new Set<string>();
  for (const { name, text } of texts) {
    const isTold = told.some(
      (one) => one === text || (text.length >= LEAST_CONTAINED && one?.includes(text)),
    );
    if (!isTold) some.add(`${name}: ${text}`);
  }
  return some.size === 0 ? null : [...some].join('; ');
}

function gather(node: XmlNode, outer: string | null, found: NamedText[]): void {
  const text = node.text.replace(/\s+/g, ' ');
  if (text !== '') found.push({ name: outer === null ? node.name : `${outer} ${node.name}`, text });
  const around = outer ?? (WRAPPERS.has(node.name) ? null : node.name);
  for (const child of node.children) gather(child, around, found);
}
