import { newId } from '../core/ids.js';
import type { Outcome } from '../core/outcomes.js';
import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { samplePostback } from './rules/postback-sample.js';
import type { EndpointRef } from './rules/ref.js';
import { sendSigned } from './send-signed.js';
import { findEndpoint, findSampleDocument } from './sql/delivery-endpoints.js';

export interface TestSent {
  deliveryId: string;
  outcome: Outcome;
  statusCode: number | null;
  durationMs: number;
  detail: string | null;
  /** The beginning of the response. */
  answer: string;
}

/**
 * Sends one test to an endpoint and returns the outcome: a webhook gets a signed `event.changed` with a sample event
 * and `mode` `test`, a postback a made-up sale. Nothing is stored or retried.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function sendTest(ctx: Context, named: EndpointRef): Promise<TestSent> {
  const endpoint = await findEndpoint(ctx.sql, named);
  if (!endpoint) throw noSuch('endpoint');
  const deliveryId = newId('delivery');
  const content =
    endpoint.kind === 'webhook'
      ? await sampleBody(ctx, endpoint.keyId)
      : samplePostback(endpoint.url, { now: ctx.clock.now(), deliveryId });
  const outcome = await sendSigned(ctx, {
    ...endpoint,
    endpointId: endpoint.id,
    deliveryId,
    type: endpoint.kind === 'webhook' ? 'event.changed' : 'earnings.changed',
    content: Buffer.from(content),
  });
  return { ...outcome, deliveryId, outcome: outcome.class, answer: outcome.answer.toString() };
}

async function sampleBody(ctx: Context, keyId: string): Promise<string> {
  const now = ctx.clock.now().toISOString();
  const document = await findSampleDocument(ctx.sql, keyId, ctx.config.origin);
  const data = document ? `{"event":${document}}` : `{"withdrawn":{"id":"evt_test_sample","withdrawn_at":"${now}"}}`;
  return `{"id":"${newId('change')}","type":"event.changed","created_at":"${now}","mode":"test","data":${data}}`;
}
