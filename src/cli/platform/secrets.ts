import type { Command } from 'commander';
import { z } from 'zod';
import { resealSecrets } from '../../platform/secrets/reseal-secrets.js';
import { count, flag, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function declareArea(secrets: Command, cli: Cli): void {
  const reseal = secrets
    .command('reseal')
    .option('--dry-run', 'only counts them')
    .description(
      'Encrypts with ENCRYPTION_KEY what ENCRYPTION_KEY_PREVIOUS encrypted (docs/deploy/settings.md). Exits with code 1 if one cannot be opened.',
    );
  cli.verb(reseal, {
    // `unopened`: a line for each that neither key opens.
    json: z.object({ dry_run: flag, checked: count, resealed: count, unopened: z.array(text) }),
    run: async ({ ctx, session }, { dryRun = false }: { dryRun?: boolean }) => {
      const found = await resealSecrets(ctx, { dryRun });
      if (found.unopened.length > 0) session.markFailed();
      return { ...found, dryRun };
    },
    text({ dry_run, checked, resealed, unopened }, session) {
      const what = dry_run ? 'are encrypted with the previous key' : 'are encrypted again';
      session.say(`${checked} secrets, ${resealed} of them ${what}`);
      for (const line of unopened) session.note(line);
    },
  });
}
