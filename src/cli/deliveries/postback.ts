import type { Command } from 'commander';
import { z } from 'zod';
import { POSTBACK_PLACEHOLDERS } from '../../deliveries/rules/postback-template.js';
import { addPostback } from '../../endpoints/add-endpoint.js';
import { text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { addDeliveryVerbs } from './delivery.js';
import { addEndpointVerbs, hintAtPrivate } from './endpoint.js';
import { addFailingVerb } from './failing.js';

export function addPostbackVerbs(postback: Command, cli: Cli): void {
  const add = postback
    .command('add')
    .requiredOption('--key <key>', 'id of a server or test key (key_…), or the key itself')
    .requiredOption('--template <url>', `may contain ${POSTBACK_PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`)
    .description('Adds a conversion postback.');
  cli.verb(add, {
    json: z.object({ id: text, mode: text }),
    run: ({ ctx }, options: { key: string; template: string }) => hintAtPrivate(addPostback(ctx, options)),
    text({ id, mode }, session) {
      session.say(id);
      session.note(`Called for earnings in ${mode} mode.`);
    },
  });

  addFailingVerb(postback, 'postback', cli);
  addEndpointVerbs(postback, 'postback', cli);
  addDeliveryVerbs(postback, 'postback', cli);
}
