import type { Command } from 'commander';
import { z } from 'zod';
import { DAY } from '../../core/time.js';
import { advanceClock, createRefresh } from '../../sandbox/advance-clock.js';
import { nextSteps } from '../../sandbox/next-steps.js';
import { findAhead } from '../../sandbox/sql/clock.js';
import { wholeNumber } from '../support/options.js';
import type { Session } from '../support/session.js';
import { count, instant, instantText, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { withTemporal } from '../support/with-temporal.js';

// `next`: what falls due next, in words, the soonest first.
const CLOCK = z.object({ now: instant, days_ahead: count, next: z.array(text) });

export function addSandboxVerbs(sandbox: Command, cli: Cli): void {
  const advance = sandbox
    .command('advance')
    .requiredOption('--days <number>', 'number of days', wholeNumber)
    .description(
      'Moves the clock forward and runs everything due: events end, earnings are approved, months close, statements are paid.',
    );
  cli.verb(advance, {
    json: CLOCK,
    run: async ({ ctx, session }, { days }: { days: number }) => {
      createRefresh(ctx);
      const now = await withTemporal(ctx, (temporal) =>
        advanceClock(ctx, temporal, { days }, (line) => session.say(line)),
      );
      return {
        now,
        days_ahead: (await findAhead(ctx.sql)) / DAY,
        next: await nextSteps(ctx),
      };
    },
    text({ now, next }, session) {
      session.say(`The time is now ${instantText(now)}.`);
      sayNext(session, next);
    },
  });

  cli.verb(sandbox.command('clock').description('Shows the current time of the clock.'), {
    json: CLOCK,
    run: async ({ ctx }) => ({
      now: ctx.clock.now(),
      days_ahead: (await findAhead(ctx.sql)) / DAY,
      next: await nextSteps(ctx),
    }),
    text({ now, days_ahead, next }, session) {
      session.say(`The time is ${instantText(now)}, ${days_ahead} days ahead.`);
      sayNext(session, next);
    },
  });
}

function sayNext(session: Session, steps: string[]): void {
  if (steps.length > 0) session.say(`Next: ${steps.join('; ')}.`);
}
