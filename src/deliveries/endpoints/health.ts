import { HOUR } from '../../core/time.js';
import type { Context } from '../../platform/context/context.js';
import { knownEndpoint } from '../known-endpoint.js';
import type { OwnedEndpoint } from '../rules/ref.js';
import { findHealth } from '../sql/delivery-log.js';

export const RANGES = ['24h', '7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

const HOUR_S = HOUR / 1_000;
const SPLIT: Record<Range, { buckets: number; stepSeconds: number }> = {
  '24h': { buckets: 24, stepSeconds: HOUR_S },
  '7d': { buckets: 28, stepSeconds: 6 * HOUR_S },
  '30d': { buckets: 30, stepSeconds: 24 * HOUR_S },
};

interface Figures {
  attempts: number;
  succeeded: number;
  /** Median and 95th percentile of how long an attempt took; null without one. */
  p50Ms: number | null;
  p95Ms: number | null;
}

export interface Health {
  stepSeconds: number;
  total: Figures;
  /** Oldest first, empty ones too; the last one ends now. */
  buckets: (Figures & { start: Date })[];
}

const NONE: Figures = { attempts: 0, succeeded: 0, p50Ms: null, p95Ms: null };

/** How often a company's endpoint succeeded lately, and how fast. @throws {ProblemError} `invalid_request` for another's. */
export async function endpointHealth(ctx: Context, input: OwnedEndpoint & { range: Range }): Promise<Health> {
  await knownEndpoint(ctx.sql, input);
  const { buckets, stepSeconds } = SPLIT[input.range];
  const from = new Date(ctx.clock.now().getTime() - buckets * stepSeconds * 1_000);
  const rows = await findHealth(ctx.sql, input, { from, stepSeconds });
  const figures = (bucket: number | null): Figures => {
    // What ended in this very moment belongs to the last one.
    const last = bucket === buckets - 1;
    const row = rows.find((row) => row.bucket === bucket) ?? (last ? rows.find((row) => row.bucket === buckets) : null);
    if (!row) return NONE;
    const { bucket: _, ...found } = row;
    return found;
  };
  return {
    stepSeconds,
    total: figures(null),
    buckets: Array.from({ length: buckets }, (_none, i) => ({
      start: new Date(from.getTime() + i * stepSeconds * 1_000),
      ...figures(i),
    })),
  };
}
