import type { Command } from 'commander';
import { POSTBACK_PLACEHOLDERS } from '../../domain/postback-template.js';
import { addPostback } from '../../services/webhooks/add-postback.js';
import { addDeliveryCommands } from './delivery.js';
import { addEndpointCommands } from './endpoint.js';
import { run } from './run.js';

export function addPostbackVerbs(postback: Command): void {
  postback
    .command('add')
    .requiredOption('--key <key>', 'id of a server or test key (key_…), or the key itself')
    .requiredOption('--template <url>', `may hold ${POSTBACK_PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`)
    .description('Saves the template of a conversion postback.')
    .action((options: { key: string; template: string }) =>
      run(async (ctx) => {
        const { id, mode } = await addPostback(ctx, options);
        console.log(id);
        console.error(`Called for earnings in ${mode} mode.`);
      }),
    );

  addEndpointCommands(postback, 'postback');
  addDeliveryCommands(postback, 'postback');
}
