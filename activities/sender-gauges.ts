import { Gauge, type Registry } from 'prom-client';
import type { ShardSender } from '../src/deliveries/sender/shard-sender.js';

const LANES = ['fast', 'slow'] as const;

/** What the sender of first attempts in this process has in hand. */
export function watchSender(sender: ShardSender, registry: Registry): void {
  new Gauge({
    name: 'partner_events_sender_shards',
    help: 'Shards of endpoints whose first attempts this process sends.',
    registers: [registry],
    collect() {
      this.set(sender.shards);
    },
  });
  const gauges = [
    { name: 'in_flight', of: 'underWay', help: 'First attempts that this process is making, by lane.' },
    { name: 'claimed', of: 'ahead', help: 'First attempts that this process has claimed and not begun, by lane.' },
  ] as const;
  for (const { name, of, help } of gauges) {
    new Gauge({
      name: `partner_events_first_attempts_${name}`,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        for (const lane of LANES) this.set({ lane }, sender.counts(lane)[of]);
      },
    });
  }
}
