import { unmovedInstant } from '../../core/clock.js';
import { newId } from '../../core/ids.js';
import type { Outcome } from '../../core/outcomes.js';
import { invalidField } from '../../core/problems.js';
import type { Context } from '../../platform/context/context.js';
import { sendOutbound } from '../../platform/outbound-http/send.js';
import { openingKeys } from '../../platform/secrets/keys.js';
import { openSecret } from '../../platform/secrets/secret-box.js';
import { knownEndpoint } from '../known-endpoint.js';
import { toTypes } from '../rules/endpoint.js';
import { maskAnswer } from '../rules/mask-answer.js';
import type { EndpointRef } from '../rules/ref.js';
import { mayBePrivate, ownHeader, USER_AGENT } from '../send-signed.js';
import { type EndpointRow, findSampleDocument } from '../sql/delivery-endpoints.js';
import { newSecret } from './add-endpoint.js';
import { type Expected, receiverScript, type ScriptStep } from './rules/receiver-script.js';

interface CheckedStep extends Pick<ScriptStep, 'code' | 'title' | 'sent' | 'expected'> {
  /** Null: not sent any more, because the receiver took too long before. */
  answered: { statusCode: number | null; durationMs: number; outcome: Outcome; body: string } | null;
  verdict: 'good' | 'bad' | 'unclear';
  /** What to change; null for a good answer. */
  advice: string | null;
}

export interface ReceiverCheck {
  verdict: 'good' | 'mend';
  steps: CheckedStep[];
}

/** For all deliveries together: a person waits for the table. */
const LONGEST_MS = 10_000;
const STEP_MS = 5_000;
const KEPT = 300;

/**
 * Sends a short script of hard deliveries to the webhook of a test key and checks each response. Nothing is stored or
 * retried, and no delivery of the log is touched.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint, and an endpoint that is no webhook of a test key.
 */
export async function checkReceiver(ctx: Context, named: EndpointRef): Promise<ReceiverCheck> {
  const endpoint = await knownEndpoint(ctx.sql, named);
  if (endpoint.mode !== 'test' || endpoint.secret === null) {
    throw invalidField('endpoint', 'must be a webhook of a test key: the check sends wrong deliveries too');
  }
  const place = { field: 'delivery_endpoints.secret', owner: endpoint.id };
  const document = await findSampleDocument(ctx.sql, endpoint.keyId, ctx.config.origin);
  const script = receiverScript({
    secret: openSecret(openingKeys(ctx), place, endpoint.secret).secret,
    other: newSecret(),
    // Receivers compare it with their own clocks, which were not moved.
    now: Math.floor(unmovedInstant(ctx.clock).getTime() / 1_000),
    event: document === null ? null : (JSON.parse(document) as Record<string, unknown>),
    types: toTypes(endpoint),
    newId,
  });
  const steps: CheckedStep[] = [];
  let left = LONGEST_MS;
  for (const step of script) {
    const checked = left > 0 ? await send(ctx, endpoint, step, Math.min(left, STEP_MS)) : unsent(step);
    left -= checked.answered?.durationMs ?? 0;
    // A receiver that does not respond to the first gets no others.
    if (step.code === 'right' && checked.answered?.statusCode === null) left = 0;
    steps.push(checked);
  }
  return { verdict: steps.every(({ verdict }) => verdict === 'good') ? 'good' : 'mend', steps };
}

async function send(ctx: Context, endpoint: EndpointRow, step: ScriptStep, deadlineMs: number): Promise<CheckedStep> {
  const { url } = endpoint;
  const headers = {
    ...ownHeader(ctx, { ...endpoint, endpointId: endpoint.id }),
    'user-agent': USER_AGENT,
    'content-type': 'application/json',
    'Service-Delivery-Id': step.deliveryId,
    'Service-Event': step.type,
    'Service-Timestamp': String(step.timestamp),
    'Service-Signature': step.signature,
    ...step.standard,
  };
  const request = { method: 'POST' as const, url, mode: 'test' as const, body: step.body, headers };
  const outcome = await sendOutbound(request, { allowPrivate: mayBePrivate(ctx.config, url), deadlineMs });
  const { statusCode, durationMs } = outcome;
  const answered = {
    statusCode,
    durationMs: Math.round(durationMs),
    outcome: outcome.class,
    body: maskAnswer(outcome.answer).slice(0, KEPT),
  };
  const good = isAsExpected(step.expected, outcome);
  return { ...words(step), answered, verdict: good ? 'good' : 'bad', advice: good ? null : step.advice };
}

/** A refusal is a 4xx of the receiver's own, not a fault. */
function isAsExpected(
  expected: Expected,
  { class: outcome, statusCode }: { class: Outcome; statusCode: number | null },
): boolean {
  if (expected === 'take') return outcome === 'ok';
  return statusCode !== null && statusCode >= 400 && statusCode < 500;
}

function unsent(step: ScriptStep): CheckedStep {
  const advice = 'Not sent: the receiver was unreachable or too slow. Respond first, then do the work.';
  return { ...words(step), answered: null, verdict: 'unclear', advice };
}

const words = ({ code, title, sent, expected }: ScriptStep) => ({ code, title, sent, expected });
