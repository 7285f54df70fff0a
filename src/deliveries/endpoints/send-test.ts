import type { ChangeType } from '../../core/change-type.js';
import { type Id, newId } from '../../core/ids.js';
import type { Outcome } from '../../core/outcomes.js';
import type { Context } from '../../platform/context/context.js';
import { knownEndpoint } from '../known-endpoint.js';
import { toTypes } from '../rules/endpoint.js';
import { maskAnswer } from '../rules/mask-answer.js';
import type { EndpointRef } from '../rules/ref.js';
import { sendSigned } from '../send-signed.js';
import { findSampleDocument } from '../sql/delivery-endpoints.js';
import { insertTestDelivery } from '../sql/delivery-log.js';
import { samplePostback } from './rules/postback-sample.js';
import { SAMPLE_EVENT, sampleEarning, sampleOrder, sampleSettlement } from './rules/sample-objects.js';

export interface TestSent {
  deliveryId: Id<'delivery'>;
  outcome: Outcome;
  statusCode: number | null;
  durationMs: number;
  detail: string | null;
  /** The beginning of the response. */
  answer: string;
}

/**
 * Sends one test to an endpoint and returns the outcome: a webhook gets a signed change of the first type that it
 * receives, with a sample object and `mode` `test`, a postback a made-up sale. It stands in the endpoint's log. It is not retried, and a failure does not
 * count towards disabling the endpoint.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function sendTest(ctx: Context, named: EndpointRef): Promise<TestSent> {
  const endpoint = await knownEndpoint(ctx.sql, named);
  const [deliveryId, changeId] = [newId('delivery'), newId('change')];
  const startedAt = ctx.clock.now();
  const [type = 'event.changed'] = toTypes(endpoint);
  const content = Buffer.from(
    endpoint.kind === 'webhook'
      ? await sampleBody(ctx, endpoint.keyId, { changeId, type, now: startedAt })
      : samplePostback(endpoint.url, { now: startedAt, deliveryId }),
  );
  const sending = { deliveryId, type, content };
  const { class: outcome, ...result } = await sendSigned(ctx, { ...endpoint, endpointId: endpoint.id, ...sending });
  const durationMs = Math.round(result.durationMs);
  const finishedAt = ctx.clock.now();
  await insertTestDelivery(ctx.sql, {
    ...sending,
    ...result,
    endpoint,
    changeId,
    outcome,
    durationMs,
    startedAt,
    finishedAt,
  });
  return { ...result, deliveryId, outcome, durationMs, answer: maskAnswer(result.answer) };
}

async function sampleBody(
  ctx: Context,
  keyId: Id<'key'>,
  change: { changeId: Id<'change'>; type: ChangeType; now: Date },
): Promise<string> {
  const { changeId, type } = change;
  const now = change.now.toISOString();
  const data = await sampleData(ctx, { keyId, type, now });
  return `{"id":"${changeId}","type":"${type}","created_at":"${now}","mode":"test","data":${data}}`;
}

/** JSON. */
async function sampleData(
  ctx: Context,
  { keyId, type, now }: { keyId: Id<'key'>; type: ChangeType; now: string },
): Promise<string> {
  if (type === 'earnings.changed') return JSON.stringify({ earning: sampleEarning(now) });
  if (type === 'order.changed') return JSON.stringify({ order: sampleOrder({ at: now }) });
  if (type === 'settlement.changed') return JSON.stringify({ settlement: sampleSettlement(now) });
  const document = await findSampleDocument(ctx.sql, keyId, ctx.config.origin);
  return document ? `{"event":${document}}` : JSON.stringify({ withdrawn: { id: SAMPLE_EVENT.id, withdrawn_at: now } });
}
