import type { Command } from 'commander';
import { z } from 'zod';
import { DAY } from '../../core/time.js';
import { advanceClock, createRefresh, nextSteps } from '../../sandbox/advance-clock.js';
import { findAhead } from '../../sandbox/sql/clock.js';
import { wholeNumber } from '../support/options.js';
import { count, instant, instantText, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { withTemporal } from '../support/with-temporal.js';

// `next`: what falls due next, in words, the soonest first.
const CLOCK = z.object({ now: instant, days_ahead: count, next: z.array(text) });

export function declareArea(sandbox: Command, cli: Cli): void {
  const clock = sandbox
    .command('clock')
    .option('--advance <days>', 'moves the clock forward by this number of days and runs everything due', wholeNumber)
    .description(
      'The current time of the clock, and what comes next. Events end, earnings are approved, months close and statements are paid by this clock.',
    );
  cli.verb(clock, {
    json: CLOCK,
    run: async ({ ctx, session }, { advance: days }: { advance?: number }) => {
      if (days !== undefined) {
        createRefresh(ctx);
        await withTemporal(ctx, (temporal) => advanceClock(ctx, temporal, { days }, (line) => session.say(line)));
      }
      return { now: ctx.clock.now(), daysAhead: (await findAhead(ctx.sql)) / DAY, next: await nextSteps(ctx) };
    },
    text({ now, days_ahead, next }, session) {
      session.say(`The time is ${instantText(now)}, ${days_ahead} days ahead.`);
      if (next.length > 0) session.say(`Next: ${next.join('; ')}.`);
    },
  });
}
