import type { Context } from '../../platform/context/context.js';
import { createTemporalClient, type TemporalClient } from '../../platform/temporal/client.js';

/** Runs work that starts or signals workflows. */
export async function withTemporal<T>(ctx: Context, work: (temporal: TemporalClient) => Promise<T>): Promise<T> {
  const temporal = createTemporalClient(ctx.config);
  try {
    return await work(temporal);
  } finally {
    await temporal.close();
  }
}
