import { ACCOUNTS, dateOf, poundsOf, statusOn, type ToldFile, type ToldMovement } from './bank.ts';
import type { CamtLayout, MtLayout } from './layouts.ts';
import {
  fileOfLines,
  type Line,
  type Movements,
  type RenderedFile,
  type Stretch,
  stretchesOf,
  textOf,
  toldOf,
} from './rendered-file.ts';

/** A camt.053, or a camt.052 of the day. */
export function renderCamt(
  file: ToldFile,
  layout: CamtLayout,
  movements: Movements,
  loans: readonly string[],
): RenderedFile {
  const kind = layout.intraday ? 'camt.052' : 'camt.053';
  const root = layout.intraday ? 'BkToCstmrAcctRpt' : 'BkToCstmrStmt';
  const stretches = stretchesOf(toldOf(file, movements, layout.intraday), layout.daily);
  return fileOfLines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${layout.version}"><${root}>`,
    `<GrpHdr><MsgId>M${file.told.length}</MsgId><CreDtTm>${dateOf(file.madeOn)}T20:00:00</CreDtTm></GrpHdr>`,
    ...stretches.flatMap((stretch) => camtStatement(stretch, file, layout, loans)),
    `</${root}></Document>`,
  ]);
}

function camtStatement(
  { told, first, last, opening, closing }: Stretch,
  file: ToldFile,
  layout: CamtLayout,
  loans: readonly string[],
): readonly (Line | string)[] {
  const box = layout.intraday ? 'Rpt' : 'Stmt';
  const balance = (type: string, amount: number, day: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EGP">${poundsOf(amount)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${dateOf(day)}</Dt></Dt></Bal>`;
  const balances = [balance('OPBD', opening, first.day), balance('CLBD', closing, last.day)];
  const id = `S${first.account}-${first.day}-${last.day}-${told.length}`;
  return [
    `<${box}><Id>${id}</Id><CreDtTm>${dateOf(file.madeOn)}T20:00:00</CreDtTm>`,
    `<Acct><Id><IBAN>${ACCOUNTS[first.account]}</IBAN></Id><Ccy>EGP</Ccy></Acct>`,
    ...(layout.balances ? balances : []),
    ...told.map((movement) => ({ text: camtEntry(movement, file, layout, loans), movement })),
    `</${box}>`,
  ];
}

function camtEntry(
  movement: ToldMovement,
  file: ToldFile,
  layout: CamtLayout,
  loans: readonly string[],
): string {
  const isReversal = movement.takesBack !== null;
  const direction = movement.direction === 'credit' || (isReversal && layout.repeats) ? 'CRDT' : 'DBIT';
  const status = statusOn(movement, file.madeOn) === 'pending' ? 'PDNG' : 'BOOK';
  const reference = movement.reference ?? layout.placeholder;
  const servicer = reference === '' ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`;
  const inEntry = layout.referenceIn === 'details' ? '' : servicer;
  const inDetails = layout.referenceIn === 'entry' ? '' : servicer;
  const amount = `<Amt Ccy="EGP">${poundsOf(movement.amount)}</Amt>`;
  const date = `<Dt>${dateOf(movement.day)}</Dt>`;
  return [
    `<Ntry>${amount}<CdtDbtInd>${direction}</CdtDbtInd>`,
    isReversal ? '<RvslInd>true</RvslInd>' : '',
    Number(layout.version) >= 8 ? `<Sts><Cd>${status}</Cd></Sts>` : `<Sts>${status}</Sts>`,
    `<BookgDt>${date}</BookgDt><ValDt>${date}</ValDt>${inEntry}`,
    `<NtryDtls><TxDtls><Refs>${inDetails}<EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}`,
    `<RmtInf><Ustrd>${textOf(movement, loans, layout.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  ].join('');
}

/** An MT940, or an MT942 of the day. */
export function renderMt(
  file: ToldFile,
  layout: MtLayout,
  movements: Movements,
  loans: readonly string[],
): RenderedFile {
  const stretches = stretchesOf(toldOf(file, movements, false), layout.daily);
  return fileOfLines(
    stretches.flatMap((stretch) => mtStatement(stretch, layout, loans)),
    { lineEnd: '\r\n' },
  );
}

function mtStatement(
  { told, first, last, opening, closing }: Stretch,
  layout: MtLayout,
  loans: readonly string[],
): readonly (Line | string)[] {
  const balance = (tag: string, amount: number, day: number) =>
    `:${tag}:C${compact(day)}EGP${withComma(amount)}`;
  const kind = layout.intraday ? '942' : '940';
  return [
    ...(layout.envelope ? [`{1:F01BANKEGCXXXXX0000000000}{2:O${kind}BANKEGCXXXXXN}{4:`] : []),
    `:20:STMT${first.day}`,
    `:25:${ACCOUNTS[first.account]}`,
    `:28C:${first.day}/1`,
    ...(layout.intraday ? [':34F:EGP0,'] : []),
    ...(layout.balances ? [balance('60F', opening, first.day)] : []),
    ...told.flatMap((movement) => [
      { text: mtEntry(movement, layout), movement },
      `:86:${textOf(movement, loans, layout.text)}`,
    ]),
    ...(layout.balances ? [balance('62F', closing, last.day)] : []),
    layout.envelope ? '-}{5:}' : '-',
  ];
}

function mtEntry({ day, amount, reference, direction, takesBack }: ToldMovement, layout: MtLayout): string {
  const way = takesBack !== null ? (layout.repeats ? 'RD' : 'RC') : direction === 'credit' ? 'C' : 'D';
  const bank = reference === null ? '' : `//${reference}`;
  return `:61:${compact(day)}${compact(day).slice(2)}${way}${withComma(amount)}NTRF${layout.placeholder}${bank}`;
}

function compact(day: number): string {
  return dateOf(day).slice(2).replaceAll('-', '');
}

function withComma(piastres: number): string {
  return poundsOf(piastres).replace('.', ',');
}
