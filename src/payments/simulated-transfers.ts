import { createHash } from 'node:crypto';
import { SETTLEMENT_METHODS } from '../core/money.js';
import type { PayoutsPort, Transfer, TransferResult } from './payouts-port.js';

/** The processor's memory, which survives this process. */
export interface TransferMemory {
  /** Stores the first transfer of a key, and returns the stored one; every call counts as one sending. */
  keep(transfer: Transfer, result: TransferResult): Promise<TransferResult>;
  find(key: string): Promise<TransferResult | null>;
}

/** A call without a reply. */
class TransferTimeout extends Error {
  override name = 'TransferTimeout';
}

/**
 * A simulated processor that moves no money. A company's reference makes it fail: `SIM-FAIL` refuses every transfer,
 * `SIM-FAIL-2` the first two, `SIM-TIMEOUT` accepts the first transfer and does not reply, and `SIM-BALANCE-2` has too little
 * money for the first two sendings.
 */
export function createSimulatedPayouts(options: { enabled: boolean; memory: TransferMemory }): PayoutsPort {
  const { enabled, memory } = options;
  return {
    methods: enabled ? SETTLEMENT_METHODS : [],
    needsAccount: false,
    find: ({ key }) => memory.find(key),
    findReversals: async () => [],
    async send(transfer) {
      const poor = /^SIM-BALANCE-(\d)$/.exec(transfer.reference ?? '');
      if (poor && transfer.sending <= Number(poor[1])) return { state: 'deferred', cause: 'balance' };
      const arrived = await memory.find(transfer.key);
      const kept = await memory.keep(transfer, decide(transfer));
      if (!arrived && transfer.reference === 'SIM-TIMEOUT') throw new TransferTimeout('no answer from the processor');
      return kept;
    },
  };
}

function decide({ key, attempt, method, reference }: Transfer): TransferResult {
  const refusing = /^SIM-FAIL(?:-(\d))?$/.exec(reference ?? '');
  if (refusing && attempt <= Number(refusing[1] ?? attempt)) {
    return { state: 'failed', failure: 'the receiving account refused the transfer (simulated)' };
  }
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 20);
  return { state: 'succeeded', reference: `sim_${method === 'bank_transfer' ? 'wire' : 'transfer'}_${digest}` };
}
