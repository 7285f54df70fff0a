import type { Command } from 'commander';
import { z } from 'zod';
import { listWorkerVersions, promoteWorkers } from '../../platform/temporal/worker-versions.js';
import { instantOrNull, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { withTemporal } from '../support/with-temporal.js';

const VERSION = z.object({ build_id: text, state: text, since: instantOrNull });

export function declareArea(worker: Command, cli: Cli): void {
  const versions = worker.command('versions').description('Lists the versions of workers that Temporal knows.');
  cli.verb(versions, {
    json: z.object({ versions: z.array(VERSION) }),
    run: async ({ ctx }) => {
      const found = await withTemporal(ctx, (temporal) => listWorkerVersions(temporal, ctx.config));
      return { versions: found };
    },
    text({ versions: found }, session) {
      if (found.length > 0) session.table(['BUILD', 'STATE', 'SINCE'], found, ['build_id', 'state', 'since']);
      else session.say('No worker runs with a WORKER_BUILD_ID.');
    },
  });

  const promote = worker
    .command('promote')
    .argument('<build-id>', 'WORKER_BUILD_ID of workers that run')
    .description('Gives new workflows to this version of the workers; to roll back, promote the version before.');
  cli.verb(promote, {
    json: z.object({ current: text, previous: textOrNull }),
    run: async ({ ctx }, buildId: string) => {
      const previous = await withTemporal(ctx, (temporal) => promoteWorkers(ctx, temporal, buildId));
      return { current: buildId, previous };
    },
    text({ current, previous }, session) {
      const before = previous === current ? ' already' : previous === null ? '' : `; it was ${previous}`;
      session.say(`${current} is current${before}`);
      if (previous !== null && previous !== current)
        session.note(
          `Stop the workers of ${previous} when \`partner-events worker versions\` says that it is drained.`,
        );
    },
  });
}
