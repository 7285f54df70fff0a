import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { Mode } from '../../core/mode.js';
import { partnerStats } from '../../signals/partner-stats.js';
import * as schemas from '../../signals/schemas.js';
import { text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

interface StatsOptions {
  company: string;
  from?: string;
  to?: string;
  mode: Mode;
}

const COUNTS = ['impressions', 'shown', 'views', 'clicks', 'sales'] as const;

export function declareArea(stats: Command, cli: Cli): void {
  stats
    .requiredOption('--company <company>', 'id or name')
    .option('--from <date>', 'first day, UTC (default: 29 days before the last)')
    .option('--to <date>', 'last day, UTC (default: today)')
    .addOption(
      new Option('--mode <mode>', 'signals of live or of test keys').choices(['live', 'test']).default('live'),
    );
  cli.verb(stats, {
    json: z.object({ mode: text, days: z.array(schemas.day) }),
    run: async ({ ctx }, options: StatsOptions) => ({ mode: options.mode, days: await partnerStats(ctx, options) }),
    text({ days }, session) {
      const total = { day: 'total', impressions: 0, shown: 0, views: 0, clicks: 0, sales: 0 };
      for (const day of days) for (const name of COUNTS) total[name] += day[name];
      const headings = ['DAY', 'IMPRESSIONS', 'EVENTS SHOWN', 'VIEWS', 'CLICKS', 'SALES'];
      session.table(headings, [...days, total], ['day', ...COUNTS]);
    },
  });
}
