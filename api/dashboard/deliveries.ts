import { z } from 'zod';
import { CHANGE_TYPES } from '../../src/core/change-type.js';
import { OUTCOME_NAMES } from '../../src/core/outcomes.js';
import { instant as instantText, integer } from '../../src/core/wire/query.js';
import { checkReceiver } from '../../src/deliveries/endpoints/check-receiver.js';
import { endpointHealth, RANGES } from '../../src/deliveries/endpoints/health.js';
import { getEndpoint } from '../../src/deliveries/endpoints/list-endpoints.js';
import { checkedStep, receiverVerdict } from '../../src/deliveries/endpoints/schemas.js';
import { getDelivery, pageDeliveries, showRequest } from '../../src/deliveries/list-deliveries.js';
import { countReplay, replayDelivery, requestReplay } from '../../src/deliveries/replay.js';
import { retryNow, retryWaiting } from '../../src/deliveries/retry-now.js';
import { DELIVERY_STATES, toWireState, WIRE_STATES } from '../../src/deliveries/rules/delivery.js';
import * as schemas from '../../src/deliveries/schemas.js';
import type { DeliveryRow } from '../../src/deliveries/sql/deliveries.js';
import { stopDelivery } from '../../src/deliveries/stop-delivery.js';
import { limitMember } from './limit.js';
import { listOf, type OneCall, operation, owned } from './operation.js';
import { findHost, ownedEndpoint } from './webhooks.js';
import { inJson, instant } from './wire.js';

const delivery = z
  .object({ object: z.literal('delivery'), ...inJson(schemas.delivery) })
  .meta({ id: 'Delivery', description: 'One change for one webhook or postback.' });

const deliveryDetail = delivery
  .extend({
    attempts: z.array(z.object(inJson(schemas.attempt))),
    request: z
      .object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() })
      .describe('What is sent, with the signature masked.'),
  })
  .meta({ id: 'DeliveryDetail', description: 'A delivery with every attempt.' });

const replayed = z.enum(DELIVERY_STATES).exclude(['pending']);
/** Several in one parameter: `failed,held`. */
const replayedInQuery = z.string().transform((text, issue) => {
  const { data } = z.array(replayed).max(replayed.options.length).safeParse(text.split(','));
  if (data) return data;
  issue.addIssue({ code: 'custom', message: `must be among ${replayed.options.join(', ')}, with commas between` });
  return z.NEVER;
});
const since = instantText.transform((text) => new Date(text));

const figures = {
  attempts: z.int(),
  succeeded: z.int(),
  p50_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
};

const check = z
  .object({
    object: z.literal('receiver_check'),
    verdict: receiverVerdict,
    steps: z.array(
      checkedStep.extend({
        title: z.string(),
        sent: z.string().describe('What was sent, in a sentence.'),
        expected: z.string().describe('`2xx` or `4xx`: what a good receiver answers.'),
        answered: z
          .object({
            status_code: z.int().nullable(),
            duration_ms: z.int(),
            outcome: z.enum(OUTCOME_NAMES),
            body: z.string().describe('The beginning of the answer.'),
          })
          .nullable()
          .describe('Null: it was not sent any more.'),
        docs: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReceiverCheck', description: 'How a receiver answers hard deliveries.' });

/** The documentation of a good receiver: the check sends deliveries of this type alone. */
const DOCS = '/docs/reference/webhooks#eventChanged';

const toDelivery = <D extends DeliveryRow>(found: D) => ({ ...found, state: toWireState(found) });

const ownedDelivery = (call: OneCall) => owned(call, 'deliveryId');

const respond = async (call: OneCall) => toDelivery(await getDelivery(call.ctx, ownedDelivery(call)));

/** @throws {ProblemError} `rate_limited`, and `invalid_request` for a delivery that is not the company's. */
async function limitReplay(call: OneCall): Promise<void> {
  const { endpointId } = await getDelivery(call.ctx, ownedDelivery(call));
  await limitMember(call, 'delivery_attempt', { endpoint: endpointId });
}

/** Deliveries, their answers, replays, and the check of a receiver. */
export const DELIVERY_OPERATIONS = [
  operation('GET /endpoints/:id/health', {
    may: 'webhooks.read',
    summary: 'Show how an endpoint answers',
    query: z.object({ range: z.enum(RANGES).default('24h') }),
    answer: z.object({
      range: z.enum(RANGES),
      step_seconds: z.int(),
      total: z.object(figures),
      buckets: z.array(z.object({ start: instant, ...figures })),
    }),
    run: async (call) => ({
      ...call.query,
      ...(await endpointHealth(call.ctx, { ...ownedEndpoint(call), ...call.query })),
    }),
  }),
  operation('GET /endpoints/:id/deliveries', {
    may: 'webhooks.read',
    summary: 'List deliveries of an endpoint, newest first',
    query: z.object({
      state: z.enum(WIRE_STATES).optional(),
      type: z.enum(CHANGE_TYPES).optional(),
      event_id: z.string().max(100).optional(),
      since: instantText.optional(),
      until: instantText.optional(),
      cursor: z.string().max(512).optional(),
      limit: integer(1, 100).optional(),
    }),
    answer: listOf(delivery),
    async run(call) {
      const { deliveries, next } = await pageDeliveries(call.ctx, { ...ownedEndpoint(call), limit: 25, ...call.query });
      return { data: deliveries.map(toDelivery), next };
    },
  }),
  operation('GET /endpoints/:id/replay', {
    may: 'webhooks.read',
    summary: 'Count the deliveries that a replay would send',
    query: z.object({ since: instantText, states: replayedInQuery.optional() }),
    answer: z.object({ count: z.int() }),
    async run(call) {
      const { since: from, states } = call.query;
      const input = { ...ownedEndpoint(call), since: new Date(from), states };
      return { count: await countReplay(call.ctx, input) };
    },
  }),
  operation('POST /endpoints/:id/replay', {
    may: 'deliveries.send',
    summary: 'Replay the deliveries that an endpoint missed',
    body: z.strictObject({ since, states: z.array(replayed).min(1).max(5).optional() }),
    answer: z.object({ id: z.string(), count: z.int() }),
    status: 202,
    async run(call) {
      const endpoint = ownedEndpoint(call);
      await getEndpoint(call.ctx, endpoint);
      await limitMember(call, 'replay', { endpoint: endpoint.endpointId });
      return requestReplay(call.ctx, { ...endpoint, ...call.body });
    },
  }),
  operation('POST /endpoints/:id/retry-now', {
    may: 'deliveries.send',
    summary: 'Make the next attempt of everything that waits now',
    answer: z.object({ count: z.int() }),
    status: 202,
    async run(call) {
      const endpoint = ownedEndpoint(call);
      await getEndpoint(call.ctx, endpoint);
      await limitMember(call, 'delivery_attempt', { endpoint: endpoint.endpointId });
      return { count: await retryWaiting(call.ctx, endpoint) };
    },
  }),
  operation('GET /deliveries/:id', {
    may: 'webhooks.read',
    summary: 'Show a delivery with every attempt',
    answer: deliveryDetail,
    run: async (call) => ({ ...(await respond(call)), request: await showRequest(call.ctx, ownedDelivery(call)) }),
  }),
  operation('POST /deliveries/:id/replay', {
    may: 'deliveries.send',
    summary: 'Replay a delivery',
    answer: delivery,
    status: 202,
    async run(call) {
      await limitReplay(call);
      await replayDelivery(call.ctx, ownedDelivery(call));
      return respond(call);
    },
  }),
  operation('POST /deliveries/:id/retry-now', {
    may: 'deliveries.send',
    summary: 'Make the next attempt now',
    answer: delivery,
    status: 202,
    async run(call) {
      await limitReplay(call);
      await retryNow(call.ctx, ownedDelivery(call));
      return respond(call);
    },
  }),
  operation('POST /deliveries/:id/stop', {
    may: 'deliveries.send',
    summary: 'Stop a delivery',
    answer: delivery,
    status: 202,
    async run(call) {
      await stopDelivery(call.ctx, ownedDelivery(call));
      return respond(call);
    },
  }),
  operation('POST /endpoints/:id/check-receiver', {
    may: 'deliveries.send',
    summary: 'Send hard deliveries to the webhook of a test key',
    answer: check,
    async run(call) {
      await limitMember(call, 'receiver_check', { host: await findHost(call) });
      const { verdict, steps } = await checkReceiver(call.ctx, ownedEndpoint(call));
      return {
        verdict,
        steps: steps.map(({ answered, expected, ...step }) => ({
          ...step,
          expected: expected === 'take' ? '2xx' : '4xx',
          answered,
          docs: step.advice === null ? null : `${call.ctx.config.origin}${DOCS}`,
        })),
      };
    },
  }),
];
