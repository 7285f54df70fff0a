import { z } from 'zod';
import { port } from './numbers.js';

/** Default port of the first worker on a machine. */
const FIRST_PORT = 9465;
/** How many workers on one machine can find a port. */
const PORTS = 20;

/** Where a worker serves `GET /metrics`: the first of these ports that is free. */
export interface WorkerMetricsConfig {
  host: string;
  ports: readonly [number, ...number[]];
  /** The port was configured: a worker that cannot use it does not start. */
  required: boolean;
}

/** `off`, a port, or nothing: then the first free port of twenty. */
export const workerMetricsPort = z.union([z.literal('off'), port], { error: 'must be a port, or off' }).optional();

export function workerMetrics(port: z.infer<typeof workerMetricsPort>, host: string): WorkerMetricsConfig | undefined {
  if (port === 'off') return undefined;
  if (port !== undefined) return { host, ports: [port], required: true };
  const next = Array.from({ length: PORTS - 1 }, (_, index) => FIRST_PORT + 1 + index);
  return { host, ports: [FIRST_PORT, ...next], required: false };
}
