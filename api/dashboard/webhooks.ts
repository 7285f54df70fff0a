import { z } from 'zod';
import { CHANGE_TYPES } from '../../src/core/change-type.js';
import { integer } from '../../src/core/wire/query.js';
import { addPostback, addWebhook, checkAddress } from '../../src/deliveries/endpoints/add-endpoint.js';
import { chooseTypes, setHeader } from '../../src/deliveries/endpoints/configure-endpoint.js';
import {
  getEndpoint,
  type Endpoint as PartnerEndpoint,
  pageEndpoints,
} from '../../src/deliveries/endpoints/list-endpoints.js';
import { PLACEHOLDER_TEXT, sampleValues } from '../../src/deliveries/endpoints/rules/postback-sample.js';
import { endpoint as schema, testSent } from '../../src/deliveries/endpoints/schemas.js';
import { revealSecret, rotateSecret } from '../../src/deliveries/endpoints/secrets.js';
import { sendTest } from '../../src/deliveries/endpoints/send-test.js';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { DISABLE_AFTER_MS, WIRE_STATES, type WireState } from '../../src/deliveries/rules/delivery.js';
import { ENDPOINT_KINDS } from '../../src/deliveries/rules/endpoint.js';
import { POSTBACK_PLACEHOLDERS } from '../../src/deliveries/rules/postback-template.js';
import { countDeliveries } from '../../src/deliveries/sql/deliveries.js';
import { listNewestReplays } from '../../src/deliveries/sql/replays.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import type { Context } from '../../src/platform/context/context.js';
import { findKey } from './keys.js';
import { limitMember } from './limit.js';
import { listOf, type OneCall, operation, owned } from './operation.js';
import { inJson, inMode, instant, instantOrNull } from './wire.js';

const changeTypes = z.array(z.enum(CHANGE_TYPES)).max(CHANGE_TYPES.length);

const hook = z
  .object({
    object: z.literal('endpoint'),
    ...inJson(schema),
    disables_at: instantOrNull.describe('When it will be disabled if it only fails until then.'),
    failing_share: z.number().nullable().describe('How much of the way to that is over: 0 to 1.'),
    replay: z
      .object({ since: instant, restarted: z.int(), finished_at: instantOrNull })
      .nullable()
      .describe('The last replay that was asked for.'),
  })
  .meta({ id: 'Endpoint', description: 'A webhook or postback, without its secret.' });

const hookDetail = hook
  .extend({ waiting: z.int(), counts: z.record(z.enum(WIRE_STATES), z.int()) })
  .meta({ id: 'EndpointDetail', description: 'A webhook or postback with its deliveries by state.' });

const secret = z.object({ secret: z.string(), previous_secret_until: instantOrNull });

const typed = z.strictObject({ kind: z.enum(ENDPOINT_KINDS), key_id: z.string().max(100), url: z.string().max(3_000) });

export const ownedEndpoint = (call: OneCall) => owned(call, 'endpointId');

/** Where its deliveries go. @throws {ProblemError} `invalid_request` for an endpoint that is not the company's. */
export async function findHost(call: OneCall): Promise<string> {
  const { url } = await getEndpoint(call.ctx, ownedEndpoint(call));
  return URL.parse(url)?.hostname ?? url;
}

async function hooks(ctx: Context, { companyId }: SignedIn, found: readonly PartnerEndpoint[]) {
  const replays = new Map((await listNewestReplays(ctx.sql, companyId)).map((replay) => [replay.endpointId, replay]));
  return found.map((webhook) => present(ctx, webhook, replays.get(webhook.id)));
}

function present(
  ctx: Context,
  webhook: PartnerEndpoint,
  replay?: { since: Date; restarted: number; finishedAt: Date | null },
) {
  const since = webhook.status === 'active' ? webhook.failingSince : null;
  const share = since && (ctx.clock.now().getTime() - since.getTime()) / DISABLE_AFTER_MS;
  return {
    ...webhook,
    disablesAt: since && new Date(since.getTime() + DISABLE_AFTER_MS),
    failingShare: share && Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000,
    replay: replay ?? null,
  };
}

async function respond(call: OneCall) {
  const { ctx, member } = call;
  const [webhook] = await hooks(ctx, member, [await getEndpoint(ctx, ownedEndpoint(call))]);
  return webhook as NonNullable<typeof webhook>;
}

export const WEBHOOK_OPERATIONS = [
  operation('GET /endpoints', {
    may: 'webhooks.read',
    summary: 'List webhooks and postbacks, newest first',
    query: inMode.extend({
      kind: z.enum(ENDPOINT_KINDS).optional(),
      search: z.string().max(200).optional().describe('A part of the address, or an id.'),
      cursor: z.string().max(512).optional(),
      limit: integer(1, 100).optional(),
    }),
    answer: listOf(hook),
    async run({ ctx, member, query: { limit = 25, ...query } }) {
      const { endpoints, next } = await pageEndpoints(ctx, { companyId: member.companyId, limit, ...query });
      return { data: await hooks(ctx, member, endpoints), next };
    },
  }),
  operation('POST /endpoints/check', {
    may: 'webhooks.change',
    summary: 'Judge an address while it is typed',
    body: typed,
    answer: z.object({
      ok: z.boolean(),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
      preview: z.string().nullable().describe('What a postback would call for a made-up sale.'),
    }),
    async run({ ctx, member, body: { kind, keyId, url } }) {
      await findKey(ctx, member, keyId);
      await limitMember({ ctx, member }, 'address', {});
      const { errors, preview } = await checkAddress(ctx, { companyId: member.companyId, keyId, kind, url });
      return { ok: errors.length === 0, errors, preview };
    },
  }),
  operation('POST /endpoints', {
    may: 'webhooks.change',
    summary: 'Add a webhook or postback',
    body: typed.extend({ events: changeTypes.optional().describe('Of a webhook. Absent: events and earnings.') }),
    answer: hook,
    status: 201,
    async run({ ctx, member, body: { kind, keyId: key, url, events } }) {
      const { companyId } = member;
      await findKey(ctx, member, key);
      await limitMember({ ctx, member }, 'address', {});
      const { id } =
        kind === 'webhook'
          ? await addWebhook(ctx, { key, companyId, url, events })
          : await addPostback(ctx, { key, companyId, url });
      return present(ctx, await getEndpoint(ctx, { companyId, endpointId: id }));
    },
  }),
  operation('GET /endpoints/:id', {
    may: 'webhooks.read',
    summary: 'Show a webhook or postback',
    answer: hookDetail,
    async run(call) {
      const webhook = await respond(call);
      const none = WIRE_STATES.map((state) => [state, 0] as const);
      const counted = (await countDeliveries(call.ctx.sql, ownedEndpoint(call))).map(
        ({ state, count }) => [state, Number(count)] as const,
      );
      const counts = Object.fromEntries([...none, ...counted]) as Record<WireState, number>;
      return { ...webhook, waiting: counts.pending + counts.retrying, counts };
    },
  }),
  operation('POST /endpoints/:id/reveal', {
    may: 'webhooks.secret',
    summary: 'Reveal the signing secret of a webhook',
    answer: secret,
    run: (call) => revealSecret(call.ctx, ownedEndpoint(call)),
  }),
  operation('POST /endpoints/:id/rotate', {
    may: 'webhooks.secret',
    summary: 'Rotate the signing secret of a webhook',
    body: z.strictObject({ again: z.boolean().default(false) }),
    answer: secret,
    run: (call) => rotateSecret(call.ctx, ownedEndpoint(call), call.body),
  }),
  operation('POST /endpoints/:id/types', {
    may: 'webhooks.change',
    summary: 'Choose what a webhook receives',
    body: z.strictObject({ events: changeTypes }),
    answer: hook,
    async run(call) {
      await chooseTypes(call.ctx, ownedEndpoint(call), call.body.events);
      return respond(call);
    },
  }),
  operation('POST /endpoints/:id/header', {
    may: 'webhooks.secret',
    summary: 'Set or remove the header that each attempt carries',
    body: z.strictObject({
      header: z.strictObject({ name: z.string().max(200), value: z.string().max(2_000) }).nullable(),
    }),
    answer: hook,
    async run(call) {
      await setHeader(call.ctx, ownedEndpoint(call), call.body.header);
      return respond(call);
    },
  }),
  operation('POST /endpoints/:id/enable', {
    may: 'webhooks.change',
    summary: 'Enable a webhook or postback',
    answer: hook,
    async run(call) {
      await enableEndpoint(call.ctx, ownedEndpoint(call));
      return respond(call);
    },
  }),
  operation('POST /endpoints/:id/disable', {
    may: 'webhooks.change',
    summary: 'Disable a webhook or postback',
    answer: hook,
    async run(call) {
      await disableEndpoint(call.ctx, ownedEndpoint(call));
      return respond(call);
    },
  }),
  operation('POST /endpoints/:id/remove', {
    may: 'webhooks.change',
    summary: 'Remove a webhook or postback',
    answer: null,
    run: (call) => removeEndpoint(call.ctx, ownedEndpoint(call)),
  }),
  operation('POST /endpoints/:id/test', {
    may: 'deliveries.send',
    summary: 'Send a sample now',
    answer: testSent,
    async run(call) {
      await limitMember(call, 'test_delivery', { host: await findHost(call) });
      return sendTest(call.ctx, ownedEndpoint(call));
    },
  }),
  operation('GET /postbacks/placeholders', {
    may: 'webhooks.read',
    summary: 'List the placeholders of postbacks',
    answer: z.object({
      placeholders: z.array(z.object({ name: z.string(), example: z.string(), description: z.string() })),
    }),
    run({ ctx }) {
      const values = sampleValues({ now: ctx.clock.now(), deliveryId: 'dlv_sample' });
      return {
        placeholders: POSTBACK_PLACEHOLDERS.map((name) => ({
          name,
          example: String(values[name]),
          description: PLACEHOLDER_TEXT[name],
        })),
      };
    },
  }),
];
