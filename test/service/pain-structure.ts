/** Children an element may have, in their order: `?` at most one, `*` at least one, `|` one of them. */
const STRUCTURE: Readonly<Record<string, string>> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf*',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum? InitgPty',
  InitgPty: 'Nm?',
  PmtInf: 'PmtInfId PmtMtd NbOfTxs? CtrlSum? ReqdExctnDt Dbtr DbtrAcct DbtrAgt CdtTrfTxInf*',
  ReqdExctnDt: 'Dt|DtTm',
  Dbtr: 'Nm?',
  DbtrAcct: 'Id',
  DbtrAgt: 'FinInstnId',
  FinInstnId: 'BICFI|Othr',
  CdtTrfTxInf: 'PmtId Amt Cdtr? CdtrAcct? RmtInf?',
  PmtId: 'InstrId? EndToEndId',
  Amt: 'InstdAmt',
  Cdtr: 'Nm?',
  CdtrAcct: 'Id',
  RmtInf: 'Ustrd',
  Othr: 'Id',
};

/** The account's `Id` holds one of two; that of `Othr` holds text. */
const ACCOUNT_ID = 'IBAN|Othr';

const TEXTS: Readonly<Record<string, RegExp>> = {
  MsgId: /^.{1,35}$/u,
  PmtInfId: /^.{1,35}$/u,
  InstrId: /^.{1,35}$/u,
  EndToEndId: /^.{1,35}$/u,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: /^\d{1,16}\.\d\d$/,
  PmtMtd: /^(CHK|TRF|TRA)$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  Nm: /^.{1,140}$/u,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  IBAN: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/,
  Id: /^.{1,34}$/u,
  InstdAmt: /^\d{1,16}\.\d\d$/,
  Ustrd: /^.{1,140}$/u,
};

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/**
 * What is wrong with a pain.001.001.09 by the parts of its schema that are used here: well-formedness, order and
 * number of elements, lengths and forms of texts. Written from the message definition, apart from what writes it.
 */
export function structureFaults(text: string): string[] {
  const faults: string[] = [];
  const root = parsed(text, faults);
  if (root !== null) check(root, null, faults);
  return faults;
}

function parsed(text: string, faults: string[]): Element | null {
  if (!text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n')) faults.push('no declaration');
  if (!text.includes('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">'))
    faults.push('no namespace');
  const top: Element = { name: '', children: [], text: '' };
  const open = [top];
  const body = text.replace(/^<\?.*\?>\n/, '');
  for (const [piece] of body.matchAll(/<[^>]*>|[^<]+/g)) {
    const inner = open.at(-1)!;
    const tag = /^<(\/?)(\w+)((?: \w+="[^"&<]*")*)(\/?)>$/.exec(piece);
    if (tag === null) {
      if (piece.startsWith('<') || /&(?!(amp|lt|gt|quot);)/.test(piece))
        faults.push(`not well-formed: ${piece}`);
      inner.text += piece.replace(/&(amp|lt|gt|quot);/g, '&');
      continue;
    }
    const [, closes, name = '', , isEmpty] = tag;
    if (closes === '/') {
      if (open.pop()?.name !== name) faults.push(`${name} is closed and not open`);
      continue;
    }
    const element: Element = { name, children: [], text: '' };
    inner.children.push(element);
    if (isEmpty !== '/') open.push(element);
  }
  if (open.length !== 1 || top.children.length !== 1) faults.push('not one whole document');
  return top.children[0] ?? null;
}

function check(element: Element, parent: string | null, faults: string[]): void {
  const { name, children } = element;
  const rule = name === 'Id' && parent !== 'Othr' ? ACCOUNT_ID : STRUCTURE[name];
  const order = children.map((child) => child.name).join(' ');
  if (rule === undefined) {
    if (children.length > 0 || TEXTS[name]?.test(element.text) !== true) {
      faults.push(`${parent}/${name} is ${JSON.stringify(element.text)}`);
    }
    return;
  }
  if (element.text.trim() !== '') faults.push(`${name} holds text`);
  const pattern = rule
    .split(' ')
    .map((part) =>
      part.endsWith('?')
        ? `(${part.slice(0, -1)} )?`
        : part.endsWith('*')
          ? `(${part.slice(0, -1)} )+`
          : `(${part}) `,
    )
    .join('');
  if (!new RegExp(`^${pattern}$`).test(order === '' ? '' : `${order} `)) faults.push(`${name} has ${order}`);
  for (const child of children) check(child, name, faults);
}
