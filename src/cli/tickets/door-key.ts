import type { Command } from 'commander';
import { createOrganizerKey, listOrganizerKeys, revokeOrganizerKey } from '../../tickets/organizer-keys.js';
import * as schemas from '../../tickets/schemas.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function declareArea(key: Command, cli: Cli): void {
  const create = key
    .command('create')
    .requiredOption('--organizer <organizer>', 'id or source')
    .option('--name <text>', 'to tell keys apart, such as the door')
    .description('Creates a key with which an organizer checks tickets. It is shown once.');
  cli.verb(create, {
    json: schemas.createdOrganizerKey,
    run: ({ ctx }, options: { organizer: string; name?: string }) => createOrganizerKey(ctx, options),
    text({ id, key: made }, session) {
      session.say(made);
      session.note(`${id}. Keep the key now: it is not shown again.`);
    },
  });

  const list = key.command('list').option('--organizer <organizer>', 'id or source (default: all)');
  cli.verb(list.description('Keys of organizers, oldest first.'), {
    json: listOf('keys', schemas.organizerKey),
    run: async ({ ctx }, { organizer }: { organizer?: string }) => ({
      keys: await listOrganizerKeys(ctx, organizer),
    }),
    text: ({ keys }, session) =>
      session.table(['ID', 'ORGANIZER', 'KEY', 'STATE', 'CREATED', 'NAME'], keys, [
        ...(['id', 'organizer_id'] as const),
        ({ last_four }) => `…${last_four}`,
        ({ revoked_at }) => (revoked_at ? 'revoked' : 'active'),
        ...(['created_at', 'name'] as const),
      ]),
  });

  const revoke = key.command('revoke').argument('<id>', 'id of the key (okey_…)');
  cli.act(revoke.description('Revokes a key at once.'), {
    run: ({ ctx }, id) => revokeOrganizerKey(ctx, id),
    text: (id) => `${id} revoked`,
  });
}
