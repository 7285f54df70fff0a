import { z } from 'zod';
import {
  createClient,
  type ListedClient,
  listClients,
  revokeClient,
  rotateClientSecret,
} from '../../src/access/oauth-clients.js';
import { client as schema } from '../../src/access/schemas.js';
import { MODES } from '../../src/core/mode.js';
import { noSuch } from '../../src/core/problems.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import type { Context } from '../../src/platform/context/context.js';
import { newClientBody } from './bodies.js';
import { findKey, modeOf } from './keys.js';
import { listOf, operation, owned, underNames, whole } from './operation.js';
import { inJson, inMode, instant, instantOrNull } from './wire.js';

const client = z
  .object({
    object: z.literal('client'),
    ...inJson(schema),
    mode: z.enum(MODES),
    created_at: instant,
    revoked_at: instantOrNull.describe('When it, or its key, was revoked.'),
  })
  .meta({ id: 'Client', description: 'An OAuth client, without its secret.' });

const newClient = client
  .extend({ secret: z.string().describe('Shown this once.'), curl: z.string() })
  .meta({ id: 'NewClient', description: 'An OAuth client that was just made.' });

const present = (listed: ListedClient) => ({
  ...listed,
  mode: modeOf(listed.kind),
  revokedAt: listed.revokedAt ?? listed.keyRevokedAt,
});

async function findClient(ctx: Context, { companyId }: SignedIn, id: string) {
  const found = (await listClients(ctx, companyId)).find((client) => client.id === id);
  if (!found) throw noSuch('client', id);
  return present(found);
}

export const CLIENT_OPERATIONS = [
  operation('GET /clients', {
    may: 'keys.read',
    summary: 'List OAuth clients',
    query: inMode,
    answer: listOf(client),
    run: async ({ ctx, member, query }) =>
      whole((await listClients(ctx, member.companyId)).map(present).filter(({ mode }) => mode === query.mode)),
  }),
  operation('POST /clients', {
    may: 'keys.change',
    summary: 'Create an OAuth client',
    body: newClientBody,
    answer: newClient,
    status: 201,
    async run({ ctx, member, body: { keyId, name, scopes } }) {
      const { companyId } = member;
      await findKey(ctx, member, keyId);
      const names = { scope: 'scopes', key: 'key_id' };
      const { id, secret } = await underNames(names, createClient(ctx, { companyId, keyId, name, scopes }));
      const form = `-d grant_type=client_credentials -u '${id}:${secret}'`;
      const curl = `curl -s '${ctx.config.baseUrl}/oauth/token' ${form}`;
      return { ...(await findClient(ctx, member, id)), secret, curl };
    },
  }),
  operation('POST /clients/:id/rotate', {
    may: 'keys.change',
    summary: 'Give an OAuth client another secret',
    body: z.strictObject({
      at_once: z.boolean().default(false).describe('The old secret leaked: it ends now, with every token.'),
      again: z.boolean().default(false).describe('Also while the secret before the last rotation works.'),
    }),
    answer: z.object({ secret: z.string(), previous_until: instantOrNull, revoked_tokens: z.int() }),
    run: (call) => rotateClientSecret(call.ctx, { ...owned(call, 'clientId'), ...call.body }),
  }),
  operation('POST /clients/:id/revoke', {
    may: 'keys.change',
    summary: 'Revoke an OAuth client with its tokens',
    answer: client,
    async run(call) {
      await revokeClient(call.ctx, owned(call, 'clientId'));
      return findClient(call.ctx, call.member, call.params.id);
    },
  }),
];
