import type { ChangeType } from '../../../core/change-type.js';
import type { Id } from '../../../core/ids.js';
import type { OrderStatus } from '../../../core/order-status.js';
import { SIGNATURE_TOLERANCE_SECONDS, signatureHeader, standardHeaders } from '../../rules/webhook-signature.js';
import { SAMPLE_EVENT, sampleOrder, sampleSettlement } from './sample-objects.js';

/** The right response of a receiver: it takes the delivery (2xx) or refuses it (4xx). */
export type Expected = 'take' | 'refuse';

export interface ScriptStep {
  code: string;
  title: string;
  sent: string;
  expected: Expected;
  /** What to change in a receiver that does otherwise. */
  advice: string;
  type: ChangeType;
  deliveryId: Id<'delivery'>;
  timestamp: number;
  signature: string;
  /** The same for libraries of Standard Webhooks. */
  standard: Record<string, string>;
  body: Buffer;
}

export interface ScriptInput {
  secret: string;
  /** A secret that no receiver has. */
  other: string;
  /** Unix seconds. */
  now: number;
  /** A document of a sample event as partners read it, if there is one. */
  event: Record<string, unknown> | null;
  /** The types that the webhook receives. */
  types: readonly ChangeType[];
  newId: (kind: 'delivery' | 'change') => string;
}

/** Bytes of text in the large event: less than what receivers take by default in the usual frameworks is no test. */
const LARGE = 90_000;

/** A short script of deliveries that receivers get wrong, in the order of sending. */
export function receiverScript({ secret, other, now, event, types, newId }: ScriptInput): ScriptStep[] {
  const sample = event ?? SAMPLE_EVENT;
  const change = (at: number, data: object, more: object = {}, type: ChangeType = 'event.changed') => ({
    id: newId('change'),
    type,
    created_at: new Date(at * 1_000).toISOString(),
    mode: 'test',
    data,
    ...more,
  });
  const signed = (
    words: Pick<ScriptStep, 'code' | 'title' | 'sent' | 'advice'> & { expected?: Expected },
    content: ReturnType<typeof change>,
    { secrets = [secret], timestamp = now, deliveryId = newId('delivery') } = {},
  ): ScriptStep => {
    const body = Buffer.from(JSON.stringify(content));
    const signature = signatureHeader(secrets, { timestamp, body });
    return {
      expected: 'take',
      ...words,
      type: content.type,
      deliveryId,
      timestamp,
      signature,
      standard: standardHeaders(secrets, { deliveryId, timestamp, body }),
      body,
    };
  };
  const first = change(now, { event: sample });
  const right = signed(
    {
      code: 'right',
      title: 'An ordinary delivery',
      sent: 'A changed event, signed with the secret.',
      advice: 'Answer 2xx within ten seconds, and compute the signature over the exact bytes of the body.',
    },
    first,
  );
  const at = new Date(now * 1_000).toISOString();
  const order = (version: number, status: OrderStatus) => {
    return change(now, { order: sampleOrder({ at, version, status }) }, {}, 'order.changed');
  };
  const orders = [
    signed(
      {
        code: 'order',
        title: 'A paid order',
        sent: '`order.changed` with `data.order`.',
        advice: 'Read `type` before you read `data`: the object is in `data.order`.',
      },
      order(2, 'test'),
    ),
    signed(
      {
        code: 'older_order',
        title: 'An older version after a newer one',
        sent: 'The same order before it was paid, with a smaller `version`.',
        advice: 'Answer 2xx, and keep the order with the larger `version`.',
      },
      order(1, 'awaiting_payment'),
    ),
  ];
  const statement = (seconds: number, status: string) => {
    const settlement = { ...sampleSettlement(new Date(seconds * 1_000).toISOString()), status };
    return change(now, { settlement }, {}, 'settlement.changed');
  };
  const statements = [
    signed(
      {
        code: 'settlement',
        title: 'A statement in payment',
        sent: '`settlement.changed` with `data.settlement`.',
        advice: 'Read `type` before you read `data`: the object is in `data.settlement`.',
      },
      statement(now, 'paying'),
    ),
    signed(
      {
        code: 'older_settlement',
        title: 'An older status after a newer one',
        sent: 'The same statement before its payment began, with an earlier `updated_at`.',
        advice: 'Answer 2xx, and keep the statement with the later `updated_at`.',
      },
      statement(now - 3_600, 'issued'),
    ),
  ];
  return [
    right,
    signed(
      {
        code: 'wrong_signature',
        title: 'A wrong signature',
        sent: 'The same, signed with a secret that is not yours.',
        expected: 'refuse',
        advice: 'Compare the signature before you use anything of the body, and answer 401 when it does not match.',
      },
      change(now, { event: sample }),
      { secrets: [other] },
    ),
    signed(
      {
        code: 'stale_timestamp',
        title: 'An old timestamp',
        sent: 'Correctly signed half an hour ago: someone may have recorded and replayed it.',
        expected: 'refuse',
        advice: `Reject a timestamp that is more than ${SIGNATURE_TOLERANCE_SECONDS / 60} minutes from your clock.`,
      },
      change(now - 1_800, { event: sample }),
      { timestamp: now - 1_800 },
    ),
    signed(
      {
        code: 'two_signatures',
        title: 'Two signatures during a rotation',
        sent: 'Two `v1` in the header, of which the second is of your secret.',
        advice: 'Accept a delivery when any `v1` of the header matches; there are two for a day after a rotation.',
      },
      change(now, { event: sample }),
      { secrets: [other, secret] },
    ),
    signed(
      {
        code: 'duplicate',
        title: 'The same delivery again',
        sent: 'The first one with the same `Service-Delivery-Id`: a repeat after a lost answer.',
        advice: 'Answer 2xx to a delivery id that you know, and do nothing else.',
      },
      first,
      { deliveryId: right.deliveryId },
    ),
    signed(
      {
        code: 'older_change',
        title: 'An older change after a newer one',
        sent: 'A change of the same event from an hour before the first.',
        advice: 'Answer 2xx, and keep the newer state: compare `updated_at` with what you have.',
      },
      change(now - 3_600, { event: { ...sample, updated_at: new Date((now - 3_600) * 1_000).toISOString() } }),
    ),
    signed(
      {
        code: 'withdrawal',
        title: 'A withdrawal',
        sent: '`data.withdrawn` in place of `data.event`: the event may no longer be shown.',
        advice: 'Look for `data.withdrawn` first, take the event down, and answer 2xx even if you never had it.',
      },
      change(now, { withdrawn: { id: sample.id, withdrawn_at: new Date(now * 1_000).toISOString() } }),
    ),
    signed(
      {
        code: 'unknown_field',
        title: 'An unknown field',
        sent: 'A field that is not in the documentation, as new ones may be added.',
        advice: 'Ignore fields that you do not know.',
      },
      change(now, { event: { ...sample, a_new_field: { of: 'next year' } } }, { another: true }),
    ),
    signed(
      {
        code: 'large',
        title: 'A large event',
        sent: 'An event with a description of 90 kB.',
        advice: 'Let your server accept bodies of at least 256 kB.',
      },
      change(now, { event: { ...sample, description: 'x'.repeat(LARGE) } }),
    ),
    ...(types.includes('order.changed') ? orders : []),
    ...(types.includes('settlement.changed') ? statements : []),
  ];
}
