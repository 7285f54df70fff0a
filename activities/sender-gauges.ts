import { Gauge, type Registry } from 'prom-client';
import type { DeliverySender } from '../src/deliveries/sender/sender.js';

const LANES = ['fast', 'slow'] as const;

/** What the sender of deliveries in this process has in hand. */
export function watchSender(sender: DeliverySender, registry: Registry): void {
  new Gauge({
    name: 'partner_events_sender_shards',
    help: 'Shards of endpoints that this process sends to.',
    registers: [registry],
    collect() {
      this.set(sender.shards);
    },
  });
  const gauges = [
    {
      name: 'in_flight',
      of: 'underWay',
      help: 'Attempts that this process is making, first ones and retries, by lane.',
    },
    {
      name: 'claimed',
      of: 'ahead',
      help: 'Attempts that this process has claimed and not begun, first ones and retries, by lane.',
    },
  ] as const;
  for (const { name, of, help } of gauges) {
    new Gauge({
      name: `partner_events_sender_${name}`,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        for (const lane of LANES) this.set({ lane }, sender.counts(lane)[of]);
      },
    });
  }
}
