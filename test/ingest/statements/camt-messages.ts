interface EntryParts {
  readonly amount?: string;
  readonly currency?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly dates?: string;
  readonly more?: string;
  readonly details?: string;
}

const DATES = '<BookgDt><Dt>2026-09-02</Dt></BookgDt><ValDt><Dt>2026-09-03</Dt></ValDt>';

/** An entry, booked into the account unless said otherwise. */
export function entry(parts: EntryParts = {}): string {
  const {
    amount = '100.00',
    currency = 'EGP',
    direction = 'CRDT',
    status = '<Sts>BOOK</Sts>',
    dates = DATES,
  } = parts;
  const details = parts.details === undefined ? '' : `<NtryDtls>${parts.details}</NtryDtls>`;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}${dates}<AcctSvcrRef>ENTRY</AcctSvcrRef>${parts.more ?? ''}${details}</Ntry>`;
}

/** A balance in EGP. */
export function balance(
  type: string,
  amount: string,
  direction = '<CdtDbtInd>CRDT</CdtDbtInd>',
  day = '2026-09-02',
): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EGP">${amount}</Amt>${direction}<Dt><Dt>${day}</Dt></Dt></Bal>`;
}

/** A statement of one account. */
export function statement(content: string, account = '<IBAN>EG12</IBAN>'): string {
  return `<Stmt><Id>S</Id><ElctrncSeqNb>58</ElctrncSeqNb><Acct><Id>${account}</Id><Ccy>EGP</Ccy></Acct>${content}</Stmt>`;
}

/** A camt.053 around statements. */
export function message(statements: string, version = '02', header = '<MsgId>M</MsgId>'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr>${header}</GrpHdr>${statements}</BkToCstmrStmt></Document>`;
}

/** A transaction of an entry; all of them share one bank reference. */
export function detail(amount: string, more = ''): string {
  return `<TxDtls><Refs><AcctSvcrRef>SAME</AcctSvcrRef></Refs><Amt Ccy="EGP">${amount}</Amt>${more}</TxDtls>`;
}
