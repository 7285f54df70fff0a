import type { Config } from '../config/config.js';

/**
 * Task queues. The version goes up with a change that running workflows cannot be replayed with, so that old workers
 * finish the old ones. Batch work has its own queue: a long sweep must not delay the end of a hold.
 */
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
