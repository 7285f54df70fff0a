import type { Command } from 'commander';
import { resealSecrets } from '../../services/secrets/reseal-secrets.js';
import { run } from '../partner/run.js';

export function addSecretsVerbs(secrets: Command): void {
  secrets
    .command('reseal')
    .option('--dry-run', 'only counts')
    .description('Seals with ENCRYPTION_KEY what ENCRYPTION_KEY_PREVIOUS had sealed (docs/operations.md).')
    .action(({ dryRun }: { dryRun?: boolean }) =>
      run(async (ctx) => {
        const { checked, resealed, unopened } = await resealSecrets(ctx, { dryRun });
        const what = dryRun ? 'are sealed with the key before' : 'are sealed anew';
        console.log(`${checked} secrets, ${resealed} of them ${what}`);
        for (const line of unopened) console.error(line);
        if (unopened.length > 0) process.exitCode = 1;
      }),
    );
}
