import type { Command } from 'commander';
import { addWebhook } from '../../services/webhooks/add-webhook.js';
import { rotateSecret } from '../../services/webhooks/rotate-secret.js';
import { addDeliveryCommands } from './delivery.js';
import { addEndpointCommands, runOn } from './endpoint.js';
import { run } from './run.js';

export function addWebhookVerbs(webhook: Command): void {
  webhook
    .command('add')
    .requiredOption('--key <key>', 'id of the key (key_…), or the key itself')
    .requiredOption('--url <url>', 'https; http is accepted for test keys')
    .description('Registers a webhook and shows its signing secret, this once.')
    .action((options: { key: string; url: string }) =>
      run(async (ctx) => {
        const { id, secret, mode, hears } = await addWebhook(ctx, options);
        console.log(id);
        console.log(secret);
        console.error(`Hears ${hears.join(' and ')} in ${mode} mode. Keep the secret now: it is not shown again.`);
      }),
    );

  webhook
    .command('rotate')
    .argument('<id>')
    .option('--again', 'within those 24 hours too: what signed before the last rotation ends at once')
    .description('Gives it a new secret; the old one signs beside it for 24 hours.')
    .action((id: string, options: { again?: boolean }) =>
      runOn('webhook', id, async (ctx) => {
        const { secret, previousSecretUntil } = await rotateSecret(ctx, id, options);
        console.log(secret);
        console.error(`The old secret signs as well until ${previousSecretUntil.toISOString()}.`);
      }),
    );

  addEndpointCommands(webhook, 'webhook');
  addDeliveryCommands(webhook, 'webhook');
}
