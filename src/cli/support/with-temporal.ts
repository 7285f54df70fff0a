import type { Context } from '../../platform/context/context.js';
import { createTemporalClient, type TemporalClient } from '../../platform/temporal/client.js';
import { explainUnreachable } from '../../platform/temporal/unavailable-temporal.js';

/** Runs work that starts or signals workflows. @throws {UnavailableTemporal} when the server cannot be reached. */
export async function withTemporal<T>(ctx: Context, work: (temporal: TemporalClient) => Promise<T>): Promise<T> {
  const temporal = createTemporalClient(ctx.config);
  try {
    return await work(temporal);
  } catch (error) {
    throw explainUnreachable(error, String(ctx.config.temporal.address));
  } finally {
    await temporal.close();
  }
}
