import {
  ACCOUNTS,
  dateOf,
  poundsOf,
  type Scenario,
  statusOn,
  type ToldFile,
  type ToldMovement,
  withBalances,
} from './bank.ts';
import { type RenderedFile, renderCsv, textOf, toldOf } from './csv-renderer.ts';
import type { CamtLayout, MtLayout, OwnLayout } from './layouts.ts';

/** Writes a file of the bank, or of staff, as its layout has it. */
export function rendered(file: ToldFile, scenario: Scenario, loans: readonly string[]): RenderedFile {
  const movements = withBalances(scenario);
  const { layout } = file;
  if (layout.kind === 'csv') return renderCsv(file, layout, movements, loans);
  if (layout.kind === 'camt') return renderCamt(file, layout, movements, loans);
  if (layout.kind === 'mt940') return renderMt(file, layout, movements, loans);
  return renderOwn(file, layout, movements, loans);
}

type Movements = ReadonlyMap<number, ToldMovement>;

/** Opening and closing balance of what a file tells. */
function balancesOf(told: readonly ToldMovement[], file: ToldFile, movements: Movements) {
  const first = told[0] ?? (movements.get(file.told[0] as number) as ToldMovement);
  const signed = told[0] === undefined ? 0 : signOf(first) * first.amount;
  const opening = first.balance - signed;
  return { opening, closing: told.at(-1)?.balance ?? opening, first, last: told.at(-1) ?? first };
}

function signOf({ direction }: ToldMovement): 1 | -1 {
  return direction === 'credit' ? 1 : -1;
}

function renderCamt(
  file: ToldFile,
  layout: CamtLayout,
  movements: Movements,
  loans: readonly string[],
): RenderedFile {
  const told = toldOf(file, movements, layout.intraday);
  const [root, box, kind] = layout.intraday
    ? ['BkToCstmrAcctRpt', 'Rpt', 'camt.052']
    : ['BkToCstmrStmt', 'Stmt', 'camt.053'];
  const { opening, closing, first, last } = balancesOf(told, file, movements);
  const balance = (type: string, amount: number, day: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EGP">${poundsOf(amount)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${dateOf(day)}</Dt></Dt></Bal>`;
  const id = `${kind}-${file.account}-${first.day}-${last.day}-${told.length}`;
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${layout.version}"><${root}>`,
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${dateOf(file.madeOn)}T20:00:00</CreDtTm></GrpHdr>`,
    `<${box}><Id>${id}</Id><CreDtTm>${dateOf(file.madeOn)}T20:00:00</CreDtTm>`,
    `<Acct><Id><IBAN>${ACCOUNTS[file.account]}</IBAN></Id><Ccy>EGP</Ccy></Acct>`,
    ...(layout.balances ? [balance('OPBD', opening, first.day), balance('CLBD', closing, last.day)] : []),
  ];
  const lines = [
    ...head,
    ...told.map((one) => camtEntry(one, file, layout, loans)),
    `</${box}></${root}></Document>`,
  ];
  return {
    text: `${lines.join('\n')}\n`,
    lines: told.map((movement, at) => ({ line: head.length + at + 1, movement })),
    read: {},
  };
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

function renderMt(
  file: ToldFile,
  layout: MtLayout,
  movements: Movements,
  loans: readonly string[],
): RenderedFile {
  const told = toldOf(file, movements, false);
  const { opening, closing, first, last } = balancesOf(told, file, movements);
  const short = (day: number) => dateOf(day).slice(2).replaceAll('-', '');
  const comma = (piastres: number) => poundsOf(piastres).replace('.', ',');
  const balance = (tag: string, amount: number, day: number) => `:${tag}:C${short(day)}EGP${comma(amount)}`;
  const head = [
    ...(layout.envelope
      ? [`{1:F01BANKEGCXXXXX0000000000}{2:O${layout.intraday ? '942' : '940'}BANKEGCXXXXXN}{4:`]
      : []),
    `:20:STMT${first.day}`,
    `:25:${ACCOUNTS[file.account]}`,
    `:28C:${first.day}/1`,
    ...(layout.intraday ? [':34F:EGP0,'] : []),
    ...(layout.balances ? [balance('60F', opening, first.day)] : []),
  ];
  const entries = told.flatMap((one) => [
    `:61:${short(one.day)}${short(one.day).slice(2)}${mark(one, layout)}${comma(one.amount)}NTRF${layout.placeholder}${one.reference === null ? '' : `//${one.reference}`}`,
    `:86:${textOf(one, loans, layout.text)}`,
  ]);
  const foot = [
    ...(layout.balances ? [balance('62F', closing, last.day)] : []),
    ...(layout.envelope ? ['-}{5:}'] : ['-']),
  ];
  return {
    text: `${[...head, ...entries, ...foot].join('\r\n')}\r\n`,
    lines: told.map((movement, at) => ({ line: head.length + at * 2 + 1, movement })),
    read: {},
  };
}

function mark({ direction, takesBack }: ToldMovement, { repeats }: MtLayout): string {
  if (takesBack !== null) return repeats ? 'RD' : 'RC';
  return direction === 'credit' ? 'C' : 'D';
}

/** What staff type of payments: credits whose loan they know. */
function renderOwn(
  file: ToldFile,
  layout: OwnLayout,
  movements: Movements,
  loans: readonly string[],
): RenderedFile {
  const told = toldOf(file, movements, false);
  const rows = told.map((one) => ({
    loan_id: loans[one.loan as number] as string,
    payment_amount: file.damaged.includes(one.id) ? '1x0.00' : poundsOf(one.amount),
    payment_date: dateOf(one.day),
    ...(layout.reference && one.reference !== null ? { payment_reference: one.reference } : {}),
  }));
  const isCsv = layout.kind === 'own';
  const lines = isCsv
    ? [
        'loan_id,payment_amount,payment_date,payment_reference',
        ...rows.map((row) =>
          [row.loan_id, row.payment_amount, row.payment_date, row.payment_reference ?? ''].join(','),
        ),
      ]
    : rows.map((row) => JSON.stringify(row));
  return {
    text: `${lines.join('\n')}\n`,
    lines: told.map((movement, at) => ({ line: at + (isCsv ? 2 : 1), movement })),
    read: {},
  };
}
