import { XMLBuilder } from 'fast-xml-parser';
import { add, decimalText, type Money } from '../../core/money.js';
import type { PaymentScheme } from './iban.js';

export interface BankAccount {
  iban: string;
  bic: string | null;
}

export interface Payment {
  /** At most 35 characters, comes back on the bank's statement. */
  endToEndId: string;
  /** In the file's currency. */
  amount: Money;
  creditor: BankAccount & { name: string; town: string | null; country: string | null };
  /** At most 140 characters. */
  purpose: string;
}

export interface PaymentFile {
  /** At most 35 characters: a bank refuses a second file with the same one. */
  id: string;
  madeAt: Date;
  /** `YYYY-MM-DD`. */
  executeOn: string;
  currency: string;
  scheme: PaymentScheme;
  debtor: BankAccount & { name: string };
  payments: readonly Payment[];
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/**
 * A credit transfer initiation (ISO 20022 pain.001.001.09) that asks for one booking per payment. Amounts are written from whole
 * minor units, so the control sum is exact. Outside SEPA, each side pays its own charges. Addresses are structured or absent, as
 * banks require since 2026-11-15.
 */
export function writePain001(file: PaymentFile): string {
  const { id, madeAt, executeOn, currency, scheme, debtor, payments } = file;
  const sum = payments.map(({ amount }) => amount).reduce(add, { minor: 0, currency });
  const totals = { NbOfTxs: payments.length, CtrlSum: decimalText(sum.minor, currency) };
  const isSepa = scheme === 'sepa';
  const content = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: id,
          CreDtTm: madeAt.toISOString().slice(0, 19),
          ...totals,
          InitgPty: { Nm: debtor.name },
        },
        PmtInf: {
          PmtInfId: id,
          PmtMtd: 'TRF',
          BtchBookg: 'false',
          ...totals,
          ...(isSepa && { PmtTpInf: { SvcLvl: { Cd: 'SEPA' } } }),
          ReqdExctnDt: { Dt: executeOn },
          Dbtr: { Nm: debtor.name },
          DbtrAcct: account(debtor),
          DbtrAgt: agent(debtor) ?? { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
          ChrgBr: isSepa ? 'SLEV' : 'SHAR',
          CdtTrfTxInf: payments.map(transfer),
        },
      },
    },
  };
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
  return builder.build(content);
}

function transfer({ endToEndId, amount, creditor, purpose }: Payment) {
  const { name, town, country } = creditor;
  return {
    PmtId: { InstrId: endToEndId, EndToEndId: endToEndId },
    Amt: { InstdAmt: { '@Ccy': amount.currency, '#text': decimalText(amount.minor, amount.currency) } },
    ...(creditor.bic !== null && { CdtrAgt: agent(creditor) }),
    Cdtr: { Nm: name, ...(town !== null && { PstlAdr: { TwnNm: town, Ctry: country } }) },
    CdtrAcct: account(creditor),
    RmtInf: { Ustrd: purpose },
  };
}

function account({ iban }: BankAccount) {
  return { Id: { IBAN: iban } };
}

function agent({ bic }: BankAccount) {
  return bic === null ? undefined : { FinInstnId: { BICFI: bic } };
}
