import { type Command, Option } from 'commander';
import type { z } from 'zod';
import {
  createClient,
  type ListedClient,
  listClients,
  ownerOfClient,
  revokeClient,
  rotateClientSecret,
} from '../../access/oauth-clients.js';
import { client, createdClient } from '../../access/schemas.js';
import { getCompany } from '../../companies/get-company.js';
import { KEY_KINDS, type KeyKind, SCOPES } from '../../core/viewer.js';
import { hintAtAgain } from '../support/hint.js';
import { several, wholeNumber } from '../support/options.js';
import { count, instantText, listOf, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

interface CreateOptions {
  company: string;
  kind?: KeyKind;
  key?: string;
  scope?: string[];
  name?: string;
  limit?: number;
}

/** `state`: active, or why not. */
const CLIENT = client.extend({ state: text });

export function declareArea(oauth: Command, cli: Cli): void {
  const create = oauth
    .command('create')
    .requiredOption('--company <company>', 'id or name')
    .addOption(
      new Option('--kind <kind>', 'kind of the key it belongs to, if the company has only one').choices(KEY_KINDS),
    )
    .option('--key <id>', 'the key it belongs to (key_…): its tokens see what the key sees, and stop working with it')
    .option('--scope <name>', `repeatable: ${SCOPES.join(', ')}; default: all that the kind allows`, several)
    .option('--name <text>', 'to tell clients apart')
    .option('--limit <n>', "requests a minute of all its tokens; default: the key's", wholeNumber)
    .description('Creates a client. Its secret is shown once.');
  cli.verb(create, {
    json: createdClient,
    run: async ({ ctx }, { company, kind, name, key: keyId, scope: scopes, limit: rateLimit }: CreateOptions) => {
      const { id: companyId } = await getCompany(ctx, company);
      return createClient(ctx, { companyId, kind, keyId, scopes, name, rateLimit });
    },
    text(made, session) {
      session.say(`${made.id}\n${made.secret}`);
      session.note(`It belongs to ${made.key_id}. Save the secret now: only its hash is stored.`);
    },
  });

  const list = oauth
    .command('list')
    .requiredOption('--company <company>', 'id or name')
    .description("A company's clients, including revoked ones.");
  cli.verb(list, {
    json: listOf('clients', CLIENT),
    run: async ({ ctx }, { company }: { company: string }) => {
      const { id } = await getCompany(ctx, company);
      return { clients: (await listClients(ctx, id)).map((client) => ({ ...client, state: stateOf(client) })) };
    },
    text: ({ clients }, session) =>
      session.table(
        ['ID', 'KIND', 'KEY', 'SECRET', 'STATE', 'LIMIT', 'LIVE TOKENS', 'LAST ISSUED', 'SCOPES', 'NAME'],
        clients,
        ['id', 'kind', 'key_id', 'hint', 'state', limitOf, 'live_tokens', 'last_issued_at', 'scopes', 'name'],
      ),
  });

  addSecretVerbs(oauth, cli);
}

function addSecretVerbs(oauth: Command, cli: Cli): void {
  const rotate = oauth
    .command('rotate')
    .argument('<id>', 'id of the client (oac_…)')
    .option('--now', 'after a leak: the old secret and every token stop working at once')
    .option('--again', 'rotate again within those 24 hours; the secret before the last rotation stops working at once')
    .description('Creates a new secret. It is shown once. The old one works for 24 more hours.');
  cli.verb(rotate, {
    // `previous_until` is null with --now, which ends `revoked_tokens`.
    json: client.pick({ id: true, previous_until: true }).extend({ secret: text, revoked_tokens: count }),
    run: async ({ ctx }, id: string, { now, again }: { now?: boolean; again?: boolean }) => {
      const rotation = rotateClientSecret(ctx, { ...(await ownerOfClient(ctx, id)), atOnce: now, again });
      return { ...(await (now ? rotation : hintAtAgain(rotation))), id };
    },
    text({ secret, previous_until, revoked_tokens }, session) {
      session.say(secret);
      session.note(
        previous_until
          ? `The old secret works until ${instantText(previous_until)}.`
          : `The old secret no longer works, and ${revoked_tokens} live tokens were revoked.`,
      );
    },
  });

  const revoke = oauth
    .command('revoke')
    .argument('<id>', 'id of the client (oac_…)')
    .description('Revokes a client and all its tokens, at once in every process.');
  cli.verb(revoke, {
    json: client.pick({ id: true, revoked_at: true }),
    run: async ({ ctx }, id: string) => ({ id, ...(await revokeClient(ctx, await ownerOfClient(ctx, id))) }),
    text: ({ revoked_at }, session) => session.say(`revoked ${instantText(revoked_at)}`),
  });
}

const limitOf = ({ rate_limit }: z.output<typeof CLIENT>) => rate_limit ?? 'as its key';

function stateOf({ revokedAt, keyRevokedAt, previousUntil }: ListedClient): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (keyRevokedAt) return `its key was revoked ${keyRevokedAt.toISOString()}`;
  return previousUntil ? `active, old secret until ${previousUntil.toISOString()}` : 'active';
}
