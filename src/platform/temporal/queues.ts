import type { Config } from '../config/config.js';

/** Versions go up with changes that running workflows cannot replay. Batch work is apart, so that it delays no hold. */
const QUEUES = {
  orders: 'orders-v1',
  maintenance: 'maintenance-v1',
  settlements: 'settlements-v1',
  endpointDeliveries: 'endpoint-deliveries-v1',
  bulk: 'bulk-v1',
  tickets: 'tickets-v1',
} as const;

export type Queue = keyof typeof QUEUES;

export function queueName(config: Config, queue: Queue): string {
  return QUEUES[queue] + config.temporal.queueSuffix;
}
