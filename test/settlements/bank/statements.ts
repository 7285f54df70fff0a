/** A bank's booking: `reference` is ours, from the payment file. */
export interface Booking {
  direction: 'DBIT' | 'CRDT';
  amount: string;
  currency?: string;
  reference: string;
  bankReference: string;
  day?: string;
  returned?: string;
  /** The bank corrects its own booking. */
  isReversal?: boolean;
}

const IBAN = 'DE89370400440532013000';

/** As Dutch banks write version 2: each payment an entry, the bank's reference on the entry, the amount on the entry alone. */
export function dutchStatement(bookings: readonly Booking[]): string {
  const entries = bookings.map(
    ({ direction, amount, currency = 'EUR', reference, bankReference, day = '2026-11-12', returned, isReversal }) => `
      <Ntry>
        <Amt Ccy="${currency}">${amount}</Amt>
        <CdtDbtInd>${direction}</CdtDbtInd>
        ${isReversal ? '<RvslInd>true</RvslInd>' : ''}
        <Sts>BOOK</Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt>
        <ValDt><Dt>${day}</Dt></ValDt>
        <AcctSvcrRef>${bankReference}</AcctSvcrRef>
        <BkTxCd><Prtry><Cd>586</Cd><Issr>BANK</Issr></Prtry></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>${reference}</EndToEndId></Refs>
          ${returned === undefined ? '' : `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>`}
        </TxDtls></NtryDtls>
      </Ntry>`,
  );
  return document(
    'camt.053.001.02',
    `<Ntry><Amt Ccy="EUR">12.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-12</Dt></BookgDt><BkTxCd><Prtry><Cd>193</Cd></Prtry></BkTxCd><AddtlNtryInf>Account fees &amp; charges</AddtlNtryInf></Ntry>${entries.join('')}`,
  );
}

/** As German banks write version 8: a code for the status, times of day, amounts on the transactions, some not booked yet. */
export function germanStatement(bookings: readonly Booking[], pending: readonly Booking[] = []): string {
  const entry = (
    status: string,
    { direction, amount, currency = 'EUR', reference, bankReference, day = '2026-11-12', returned }: Booking,
  ) => `
      <Ntry>
        <NtryRef>${bankReference}</NtryRef>
        <Amt Ccy="${currency}">${amount}</Amt>
        <CdtDbtInd>${direction}</CdtDbtInd>
        <Sts><Cd>${status}</Cd></Sts>
        <BookgDt><DtTm>${day}T14:03:11+01:00</DtTm></BookgDt>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><MsgId>NOTPROVIDED</MsgId><AcctSvcrRef>${bankReference}</AcctSvcrRef><EndToEndId>${reference}</EndToEndId></Refs>
          <Amt Ccy="${currency}">${amount}</Amt>
          <CdtDbtInd>${direction}</CdtDbtInd>
          ${returned === undefined ? '' : `<RtrInf><Rsn><Prtry>${returned}</Prtry></Rsn><AddtlInf>account closed</AddtlInf></RtrInf>`}
        </TxDtls></NtryDtls>
      </Ntry>`;
  const all = [
    ...bookings.map((booking) => entry('BOOK', booking)),
    ...pending.map((booking) => entry('PDNG', booking)),
  ];
  return document('camt.053.001.08', all.join(''));
}

/** As Nordic banks write it: prefixed names, and one entry for all that was booked together. */
export function nordicStatement(bookings: readonly Booking[], day = '2026-11-12'): string {
  const total = bookings.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const details = bookings.map(
    ({ amount, currency = 'EUR', reference, bankReference }) => `
        <n:TxDtls>
          <n:Refs><n:AcctSvcrRef>${bankReference}</n:AcctSvcrRef><n:EndToEndId>${reference}</n:EndToEndId></n:Refs>
          <n:AmtDtls><n:TxAmt><n:Amt Ccy="${currency}">${amount}</n:Amt></n:TxAmt></n:AmtDtls>
        </n:TxDtls>`,
  );
  const entry = `<n:Ntry><n:Amt Ccy="EUR">${(total / 100).toFixed(2)}</n:Amt><n:CdtDbtInd>DBIT</n:CdtDbtInd><n:Sts>BOOK</n:Sts>
      <n:BookgDt><n:Dt>${day}</n:Dt></n:BookgDt><n:BkTxCd><n:Prtry><n:Cd>NTRF</n:Cd></n:Prtry></n:BkTxCd><n:NtryDtls><n:Btch><n:NbOfTxs>${bookings.length}</n:NbOfTxs></n:Btch>${details.join('')}</n:NtryDtls></n:Ntry>`;
  return document('camt.053.001.02', entry, 'n');
}

/** A file that was booked as one amount, named by its id alone. */
export function batchStatement(fileReference: string, amount: string, bankReference: string): string {
  return document(
    'camt.053.001.08',
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-12</Dt></BookgDt>
      <AcctSvcrRef>${bankReference}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls><Btch><PmtInfId>${fileReference}</PmtInfId></Btch></NtryDtls></Ntry>`,
  );
}

function document(version: string, entries: string, prefix = ''): string {
  const p = prefix === '' ? '' : `${prefix}:`;
  const xmlns = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${p}Document ${xmlns}="urn:iso:std:iso:20022:tech:xsd:${version}"><${p}BkToCstmrStmt>
  <${p}GrpHdr><${p}MsgId>M1</${p}MsgId><${p}CreDtTm>2026-11-13T06:00:00</${p}CreDtTm></${p}GrpHdr>
  <${p}Stmt><${p}Id>S1</${p}Id><${p}CreDtTm>2026-11-13T06:00:00</${p}CreDtTm><${p}Acct><${p}Id><${p}IBAN>${IBAN}</${p}IBAN></${p}Id></${p}Acct>
    <${p}Bal><${p}Tp><${p}CdOrPrtry><${p}Cd>CLBD</${p}Cd></${p}CdOrPrtry></${p}Tp><${p}Amt Ccy="EUR">1.00</${p}Amt><${p}CdtDbtInd>CRDT</${p}CdtDbtInd><${p}Dt><${p}Dt>2026-11-12</${p}Dt></${p}Dt></${p}Bal>
    ${entries}
  </${p}Stmt></${p}BkToCstmrStmt></${p}Document>`;
}
