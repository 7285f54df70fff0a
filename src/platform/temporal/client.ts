import { Client, Connection } from '@temporalio/client';
import { systemClock } from '../../core/clock.js';
import { type Config, ConfigError } from '../config/config.js';
import type { Tracer } from '../traces/span.js';
import { carryTraces } from './trace-headers.js';

/** How long one call may take before it counts as failed. */
const CALL_TIMEOUT_MS = 10_000;

/** The Temporal server as the services use it; nothing connects before the first call. */
export interface TemporalClient {
  client: Client;
  connection: Connection;
  queue(queue: Queue): string;
  /** Appended to names that are fixed, so that deployments can share a namespace. */
  suffix: string;
  /** Runs calls under a deadline, so that a hanging server counts as down. @param withinMs a longer deadline for slow calls. */
  call<T>(work: () => Promise<T>, withinMs?: number): Promise<T>;
  close(): Promise<void>;
}

/**
 * @param timeoutMs how long one call may take.
 * @param tracer records starts of workflows.
 * @throws {ConfigError} when `TEMPORAL_ADDRESS` is missing.
 */
export function createTemporalClient(
  config: Config,
  timeoutMs = CALL_TIMEOUT_MS,
  tracer: Tracer | null = null,
): TemporalClient {
  const { address, namespace, queueSuffix } = config.temporal;
  if (!address) throw new ConfigError('TEMPORAL_ADDRESS: must be set for this process');
  const connection = Connection.lazy({ address, connectTimeout: timeoutMs });
  return {
    client: new Client({ connection, namespace, interceptors: { workflow: [carryTraces(tracer)] } }),
    connection,
    queue: (queue) => queueName(config, queue),
    suffix: queueSuffix,
    call: (work, withinMs = timeoutMs) => connection.withDeadline(systemClock.now().getTime() + withinMs, work),
    close: () => connection.close(),
  };
}

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
