import { z } from 'zod';
import { createKey } from '../../src/access/create-key.js';
import { showGuards } from '../../src/access/key-guards.js';
import { callsOfLastWeek } from '../../src/access/key-use.js';
import {
  describeKey,
  endPreviousKey,
  type ListedKey,
  LONGEST_OVERLAP_H,
  listKeys,
  revokeKey,
  rollKey,
} from '../../src/access/keys.js';
import { listClients } from '../../src/access/oauth-clients.js';
import { key as schema } from '../../src/access/schemas.js';
import type { Id } from '../../src/core/ids.js';
import { MODES } from '../../src/core/mode.js';
import { noSuch } from '../../src/core/problems.js';
import type { KeyKind } from '../../src/core/viewer.js';
import { listEndpoints } from '../../src/deliveries/endpoints/list-endpoints.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import type { Context } from '../../src/platform/context/context.js';
import { keyDomainsBody, keyNameBody, newKeyBody } from './bodies.js';
import { certificate, toCertificate } from './key-guards.js';
import { listOf, type OneCall, operation, owned, whole } from './operation.js';
import { inJson, inMode, instantOrNull } from './wire.js';

const key = z
  .object({
    object: z.literal('key'),
    ...inJson(schema),
    mode: z.enum(MODES),
    last_used_at: instantOrNull,
    previous_until: instantOrNull.describe('After a roll: until when the key before works.'),
    previous_hint: z.string().nullable(),
    previous_used_at: instantOrNull.describe('When the key before was last used.'),
  })
  .meta({ id: 'Key', description: 'An API key, without the key itself.' });

const newKey = key
  .extend({ key: z.string().describe('Shown this once.'), curl: z.string() })
  .meta({ id: 'NewKey', description: 'A key that was just made or rolled.' });

const keyDetail = key
  .extend({
    certificate_list: z.array(certificate),
    network_list: z.array(z.string()),
    your_address: z.string(),
    stops: z
      .object({
        endpoints: z.array(z.object({ id: z.string(), kind: z.enum(['webhook', 'postback']), url: z.string() })),
        clients: z.array(z.object({ id: z.string(), name: z.string() })),
        calls_last_week: z.int(),
      })
      .describe('What stops when it is revoked.'),
  })
  .meta({ id: 'KeyDetail', description: 'A key with what it is tied to.' });

export const modeOf = (kind: KeyKind): 'test' | 'live' => (kind === 'test' ? 'test' : 'live');

const present = (listed: ListedKey) => ({ ...listed, mode: modeOf(listed.kind) });

/** A key of the caller's company. @throws {ProblemError} `invalid_request` for another. */
export async function findKey(ctx: Context, { companyId }: SignedIn, id: string): Promise<ListedKey> {
  const found = (await listKeys(ctx, companyId)).find((key) => key.id === id);
  if (!found) throw noSuch('key', id);
  return found;
}

const respond = async ({ ctx, member, params }: OneCall) => present(await findKey(ctx, member, params.id));

const ownedKey = (call: OneCall) => owned(call, 'keyId');

/** The first call to try with a new key; a website key works on its pages alone. */
function toCurl(ctx: Context, { kind, domains }: ListedKey, secret: string): string {
  const page = kind === 'website' ? ` -H 'Origin: https://${(domains[0] ?? '').replace('*.', 'www.')}'` : '';
  return `curl -s '${ctx.config.baseUrl}/events?limit=3' -H 'Authorization: Bearer ${secret}'${page}`;
}

async function made(ctx: Context, member: SignedIn, id: string, secret: string) {
  const key = await findKey(ctx, member, id);
  return { ...present(key), key: secret, curl: toCurl(ctx, key, secret) };
}

export const KEY_OPERATIONS = [
  operation('GET /keys', {
    may: 'keys.read',
    summary: 'List keys',
    query: inMode,
    answer: listOf(key),
    run: async ({ ctx, member, query }) =>
      whole((await listKeys(ctx, member.companyId)).filter(({ kind }) => modeOf(kind) === query.mode).map(present)),
  }),
  operation('POST /keys', {
    may: 'keys.change',
    summary: 'Create a key',
    body: newKeyBody,
    answer: newKey,
    status: 201,
    async run({ ctx, member, body }) {
      const created = await createKey(ctx, { companyId: member.companyId, ...body });
      return made(ctx, member, created.id, created.key);
    },
  }),
  operation('POST /keys/test', {
    may: 'keys.test',
    summary: 'Create a test key for the documentation, which fills it in',
    answer: newKey,
    status: 201,
    async run({ ctx, member }) {
      const created = await createKey(ctx, { companyId: member.companyId, kind: 'test', name: 'Documentation' });
      return made(ctx, member, created.id, created.key);
    },
  }),
  operation('GET /keys/:id', {
    may: 'keys.read',
    summary: 'Show a key, and what stops when it is revoked',
    answer: keyDetail,
    async run(call) {
      const { ctx, member, request } = call;
      const key = await findKey(ctx, member, call.params.id);
      const [guards, endpoints, clients, calls] = await Promise.all([
        showGuards(ctx, ownedKey(call)),
        listEndpoints(ctx, { companyId: member.companyId }),
        listClients(ctx, member.companyId),
        callsOfLastWeek(ctx, ownedKey(call)),
      ]);
      const standsOn = ({ keyId }: { keyId: Id<'key'> }) => keyId === key.id;
      return {
        ...present(key),
        certificateList: guards.certificates.map(toCertificate),
        networkList: guards.networks,
        yourAddress: request.ip,
        stops: {
          endpoints: endpoints.filter(standsOn),
          clients: clients.filter((client) => standsOn(client) && client.revokedAt === null),
          callsLastWeek: calls,
        },
      };
    },
  }),
  operation('POST /keys/:id/name', {
    may: 'keys.change',
    summary: 'Rename a key',
    body: keyNameBody,
    answer: key,
    async run(call) {
      await describeKey(call.ctx, { ...ownedKey(call), ...call.body });
      return respond(call);
    },
  }),
  operation('POST /keys/:id/domains', {
    may: 'keys.change',
    summary: 'Replace the domains of a website key',
    body: keyDomainsBody,
    answer: key,
    async run(call) {
      await describeKey(call.ctx, { ...ownedKey(call), ...call.body });
      return respond(call);
    },
  }),
  operation('POST /keys/:id/roll', {
    may: 'keys.change',
    summary: 'Roll a key: another secret, and the one before for a while',
    body: z.strictObject({ keep_hours: z.int().min(0).max(LONGEST_OVERLAP_H) }),
    answer: newKey,
    status: 201,
    async run(call) {
      const { ctx, member, params, body } = call;
      const rolled = await rollKey(ctx, { ...ownedKey(call), ...body });
      return made(ctx, member, params.id, rolled.key);
    },
  }),
  operation('POST /keys/:id/end-previous', {
    may: 'keys.change',
    summary: 'End the key from before a roll',
    answer: key,
    async run(call) {
      await endPreviousKey(call.ctx, ownedKey(call));
      return respond(call);
    },
  }),
  operation('POST /keys/:id/revoke', {
    may: 'keys.change',
    summary: 'Revoke a key',
    answer: key,
    async run(call) {
      await revokeKey(call.ctx, ownedKey(call));
      return respond(call);
    },
  }),
];
