import { type Id, newId } from '../../core/ids.js';
import type { Outcome } from '../../core/outcomes.js';
import type { Context } from '../../platform/context/context.js';
import { knownEndpoint } from '../known-endpoint.js';
import { maskAnswer } from '../rules/mask-answer.js';
import type { EndpointRef } from '../rules/ref.js';
import { sendSigned } from '../send-signed.js';
import { findSampleDocument } from '../sql/delivery-endpoints.js';
import { insertTestDelivery } from '../sql/test-deliveries.js';
import { samplePostback } from './rules/postback-sample.js';

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
 * Sends one test to an endpoint and returns the outcome: a webhook gets a signed `event.changed` with a sample event
 * and `mode` `test`, a postback a made-up sale. It stands in the endpoint's log. It is not retried, and a failure does not
 * count towards disabling the endpoint.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function sendTest(ctx: Context, named: EndpointRef): Promise<TestSent> {
  const endpoint = await knownEndpoint(ctx.sql, named);
  const [deliveryId, changeId] = [newId('delivery'), newId('change')];
  const startedAt = ctx.clock.now();
  const ofEvent = endpoint.kind === 'webhook';
  const content = Buffer.from(
    ofEvent
      ? await sampleBody(ctx, endpoint.keyId, { changeId, now: startedAt })
      : samplePostback(endpoint.url, { now: startedAt, deliveryId }),
  );
  const sending = { deliveryId, type: ofEvent ? ('event.changed' as const) : ('earnings.changed' as const), content };
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
  change: { changeId: Id<'change'>; now: Date },
): Promise<string> {
  const now = change.now.toISOString();
  const document = await findSampleDocument(ctx.sql, keyId, ctx.config.origin);
  const data = document ? `{"event":${document}}` : `{"withdrawn":{"id":"evt_test_sample","withdrawn_at":"${now}"}}`;
  return `{"id":"${change.changeId}","type":"event.changed","created_at":"${now}","mode":"test","data":${data}}`;
}
