import { type Command, Option } from 'commander';
import type { Mode } from '../../contracts/wire/common.js';
import { partnerStats } from '../../services/signals/partner-stats.js';
import { printTable } from '../print.js';
import { run } from './run.js';

interface StatsOptions {
  company: string;
  from?: string;
  to?: string;
  mode: Mode;
}

const COUNTS = ['impressions', 'shown', 'views', 'clicks', 'sales'] as const;

export function addStatsCommand(stats: Command): void {
  stats
    .requiredOption('--company <company>', 'id or name')
    .option('--from <date>', 'first day, UTC (default: 29 days before the last)')
    .option('--to <date>', 'last day, UTC (default: today)')
    .addOption(new Option('--mode <mode>', 'of live keys, or of test keys').choices(['live', 'test']).default('live'))
    .action((options: StatsOptions) =>
      run(async (ctx) => {
        const days = await partnerStats(ctx, options);
        const rows = days.map((day) => [day.day, ...COUNTS.map((name) => String(day[name]))]);
        const totals = COUNTS.map((name) => String(days.reduce((sum, day) => sum + day[name], 0)));
        const headings = ['DAY', 'IMPRESSIONS', 'EVENTS SHOWN', 'VIEWS', 'CLICKS', 'SALES'];
        printTable(headings, [...rows, ['total', ...totals]]);
      }),
    );
}
