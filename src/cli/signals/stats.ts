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

export function addStatsCommand(stats: Command, cli: Cli): void {
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
      const rows = days.map((day) => [day.day, ...COUNTS.map((name) => String(day[name]))]);
      const totals = COUNTS.map((name) => String(days.reduce((sum, day) => sum + day[name], 0)));
      const headings = ['DAY', 'IMPRESSIONS', 'EVENTS SHOWN', 'VIEWS', 'CLICKS', 'SALES'];
      session.table(headings, [...rows, ['total', ...totals]]);
    },
  });
}
