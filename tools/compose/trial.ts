import { execFileSync } from 'node:child_process';
import type { Stage } from './stage.js';

/** Shell commands that kill a server and start it again. */
export interface Restarts {
  temporal: string | undefined;
  postgres: string | undefined;
}

/**
 * Brings the deployment up from nothing, twice, and hurts each part of it; after each step a live order is placed and paid.
 *
 * @throws {Error} at the first thing that does not hold.
 */
export async function rehearse(stage: Stage, restarts: Restarts): Promise<void> {
  console.log('== kill -9 of migrate, then the first start');
  stage.migrate(1_500);
  await stage.up();
  order(stage);
  console.log('== everything down and up again');
  await stage.down();
  await stage.up();
  order(stage);
  for (const container of stage.containers) {
    console.log(`== kill -9 of ${container.name}`);
    const before = container.starts();
    container.kill();
    order(stage);
    while (container.starts() === before) await new Promise((resolve) => setTimeout(resolve, 50));
    await stage.untilHealthy();
    order(stage);
  }
  const servers = { ...stage.neighbours };
  for (const [name, command] of Object.entries(restarts)) {
    const run = async () =>
      void execFileSync('bash', ['-c', command ?? ''], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (command) servers[name] = run;
  }
  for (const [name, restart] of Object.entries(servers)) {
    console.log(`== kill -9 of ${name}`);
    await restart();
    await stage.untilHealthy();
    order(stage);
  }
  await stage.down();
}

/** @throws {Error} when the commands of the document do not end with a paid order and its earning. */
function order(stage: Stage): void {
  const lines = stage.placeOrder().split('\n').slice(-2);
  if (lines.join() !== 'paid,pending') throw new Error(`the order and its earning are ${lines.join(', ')}`);
  console.log('   a live order was placed and paid');
}
