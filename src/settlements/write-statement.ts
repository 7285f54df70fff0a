import { type Id, newId } from '../core/ids.js';
import type { Money } from '../core/money.js';
import { dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { endOfMonth, ProofFailed, payableFrom, smallestPayout, startOfMonth } from './rules/settlement.js';
import { vatOf } from './rules/vat.js';
import type { StoredParty } from './sql/settlement-documents.js';
import type { HeldStatement } from './sql/settlement-lines.js';
import type { TermsRow } from './sql/settlement-terms.js';
import { type Proof, readProof, writeSettlement } from './sql/settlement-writes.js';

export interface WrittenStatement {
  id: Id<'statement'>;
  status: 'carried' | 'issued';
  /** With VAT if it is issued. */
  amount: Money;
  lines: number;
}

/**
 * Writes the statement of a company and currency for a month, in the caller's transaction, which holds the terms: takes
 * the due lines, proves their sums, and queues the payment (decisions: Settlements).
 *
 * @returns null when there are no lines.
 * @throws {ProofFailed} when the sums differ; the caller's transaction must not be committed then.
 */
export async function writeStatement(
  tx: Transaction,
  input: { terms: TermsRow; currency: string; month: string; version: number; runId: number; issuer: StoredParty },
  now: Date,
): Promise<WrittenStatement | null> {
  const { terms, ...statement } = input;
  const { currency, month } = statement;
  const id = newId('statement');
  const payFrom = payableFrom(month, terms.netDays);
  const writing = writeSettlement(tx, {
    ...statement,
    id,
    companyId: terms.companyId,
    periodStart: dayOf(startOfMonth(month)),
    periodEnd: dayOf(endOfMonth(month)),
    dueOn: dayOf(payFrom),
    method: terms.method,
    reference: terms.reference,
    issueFrom: smallestPayout(terms, currency),
    payFrom,
    before: endOfMonth(month),
    now,
  });
  // Sent together, answered one after the other: the proof reads the written rows.
  const [written, proof] = await Promise.all([writing, readProof(tx, id)]);
  if (!written) return null;
  if (!proof) throw new Error(`${id} was written and cannot be read back`);
  const fault = findFault(proof);
  if (fault) throw new ProofFailed(fault);
  if (written.status === 'issued') await enqueue(tx, 'settlement.changed', [id], now);
  const { status, amountMinor: minor, lines } = written;
  return { id, status, amount: { minor, currency }, lines };
}

/** Why lines of a void statement are on no other. */
export function describeHeld({ id, month, lines }: HeldStatement): string {
  return (
    `the bank executed the payment of ${id} (${month}), which is void: its ${lines} lines stay off other statements until you decide ` +
    `with \`settlement settle ${id} --recover\`, or the money comes back`
  );
}

/** The fault of a statement; null when its sums are right. */
function findFault(proof: Proof): string | null {
  const { netMinor, vatMinor, vat, lines } = proof;
  if (proof.listedMinor !== netMinor || proof.listed !== lines) {
    return `its ${proof.listed} lines sum to ${proof.listedMinor} and not to ${netMinor} in ${lines}`;
  }
  if (proof.markedMinor !== netMinor || proof.marked !== lines) {
    return `the ${proof.marked} earnings on it sum to ${proof.markedMinor} and not to ${netMinor} in ${lines}`;
  }
  if (proof.ledgerMinor !== netMinor) {
    return `the ledger says ${proof.ledgerMinor} of its lines and not ${netMinor}`;
  }
  const expected = vat === null ? 0 : vatOf(vat);
  if (expected !== vatMinor) return `its VAT is ${vatMinor} and not ${expected}`;
  if (proof.elsewhere > 0) return `${proof.elsewhere} of its lines stand on another live statement`;
  return null;
}

/** Who issues statements, by the settings of the process that writes one. */
export function toIssuer({ config }: Pick<Context, 'config'>): StoredParty {
  const { name, legalName, address, taxId } = config.service;
  return { name: legalName ?? name, address: [...address], tax_id: taxId ?? null };
}
