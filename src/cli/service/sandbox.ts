import type { Command } from 'commander';
import type { Context } from '../../services/context.js';
import { advanceClock, refreshOf } from '../../services/sandbox/advance-clock.js';
import { nextSteps } from '../../services/sandbox/next-steps.js';
import { readAhead } from '../../store/moved-clock.js';
import { wholeNumber } from '../options.js';
import { runCommand, withTemporal } from '../run-command.js';

const DAY = 86_400_000;

export function addSandboxVerbs(sandbox: Command): void {
  sandbox
    .command('advance')
    .requiredOption('--days <number>', 'how far', wholeNumber)
    .description(
      'Moves the clock on and does what falls due: events end, earnings ripen, months close, statements are paid.',
    )
    .action(({ days }: { days: number }) =>
      runCommand('sandbox', async (ctx) => {
        refreshOf(ctx);
        const now = await withTemporal(ctx, (temporal) =>
          advanceClock(ctx, temporal, { days }, (line) => console.log(line)),
        );
        console.log(`It is ${now.toISOString()} now.`);
        await sayNext(ctx);
      }),
    );

  sandbox
    .command('clock')
    .description('Tells where the clock stands.')
    .action(() =>
      runCommand('sandbox', async (ctx) => {
        const days = (await readAhead(ctx.sql)) / DAY;
        console.log(`It is ${ctx.clock.now().toISOString()}, ${days} days ahead.`);
        await sayNext(ctx);
      }),
    );
}

async function sayNext(ctx: Context): Promise<void> {
  const steps = await nextSteps(ctx);
  if (steps.length > 0) console.log(`Next: ${steps.join('; ')}.`);
}
