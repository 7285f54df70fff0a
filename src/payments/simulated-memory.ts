import type { Sql } from '../platform/database/database.js';
import type { Transfer, TransferResult } from './payouts-port.js';

interface KeptRow {
  outcome: 'succeeded' | 'failed';
  reference: string | null;
  failure: string | null;
}

export function simulatedTransfers(sql: Sql) {
  return {
    async keep(transfer: Transfer, result: TransferResult): Promise<TransferResult> {
      const { key, amount } = transfer;
      const [row] = await sql<KeptRow[]>`
        INSERT INTO simulated_transfers (key, amount_minor, currency, outcome, reference, failure)
        VALUES (${key}, ${amount.minor}, ${amount.currency}, ${result.state}, ${result.state === 'succeeded' ? result.reference : null},
          ${result.state === 'failed' ? result.failure : null})
        ON CONFLICT (key) DO UPDATE SET sendings = simulated_transfers.sendings + 1
        RETURNING outcome, reference, failure`;
      return row ? toResult(row) : result;
    },
    async find(key: string): Promise<TransferResult | null> {
      const [row] = await sql<
        KeptRow[]
      >`SELECT outcome, reference, failure FROM simulated_transfers WHERE key = ${key}`;
      return row ? toResult(row) : null;
    },
  };
}

function toResult({ outcome, reference, failure }: KeptRow): TransferResult {
  return outcome === 'succeeded'
    ? { state: 'succeeded', reference: reference ?? '' }
    : { state: 'failed', failure: failure ?? '' };
}
