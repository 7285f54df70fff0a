import type { ChangeType } from '../../src/core/change-type.js';
import { mode } from '../../src/core/wire/common.js';
import { retryScheduleText } from '../../src/deliveries/rules/retry-schedule.js';
import { ROTATION_OVERLAP_MS, SIGNATURE_TOLERANCE_SECONDS } from '../../src/deliveries/rules/webhook-signature.js';
import type { Json } from '../http/json.js';
import { earning } from './examples/earning.js';
import { event } from './examples/event.js';
import { order } from './examples/order.js';
import { settlement } from './examples/settlement.js';

const TEXT = { type: 'string' };

const SIGNED = {
  'Service-Signature': {
    description: '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `t`, a dot and the body, with the secret of the webhook.',
    schema: TEXT,
  },
  'Service-Timestamp': { description: 'The same `t`.', schema: TEXT },
  'Service-Delivery-Id': { description: 'Identifier of the delivery. The same for every attempt.', schema: TEXT },
  'Service-Event': { description: 'The same as `type`.', schema: TEXT },
  'webhook-id': { description: 'For libraries of Standard Webhooks: the same as `Service-Delivery-Id`.', schema: TEXT },
  'webhook-timestamp': {
    description: 'For libraries of Standard Webhooks: the same as `Service-Timestamp`.',
    schema: TEXT,
  },
  'webhook-signature': {
    description: 'For libraries of Standard Webhooks: `v1,<base64>`, two of them during a rotation.',
    schema: TEXT,
  },
};

interface Kind {
  type: ChangeType;
  summary: string;
  /** A receiver's work with bodies of this type, each step in a sentence or two. */
  advice: string[];
}

/** `eventChanged` of `event.changed`. */
const operationIdOf = (type: ChangeType): string => type.replace('.changed', 'Changed');

/** `EventChanged` of `event.changed`: generators stumble over bodies without a name. */
const bodyOf = (type: ChangeType): string => type.charAt(0).toUpperCase() + operationIdOf(type).slice(1);

/** The work of a good receiver for each delivery; the dashboard checks it (`api/dashboard/deliveries.ts`). */
const ADVICE = [
  '**Check the signature before you use anything of the body**, over its exact bytes. Refuse a delivery without a right one with 401. ' +
    `For ${ROTATION_OVERLAP_MS / 3_600_000} hours after a rotation of the secret there are two \`v1\`: accept either.`,
  `**Refuse an old delivery**: one whose \`t\` is more than ${SIGNATURE_TOLERANCE_SECONDS / 60} minutes from your clock.`,
  '**A delivery can arrive twice.** Answer 2xx to a `Service-Delivery-Id` that you know, and do nothing else.',
  '**Ignore fields that you do not know**: there will be more. Take bodies of at least 256 kB.',
];

/** The bodies of webhooks, by their type. */
const WEBHOOK_EXAMPLES: Record<string, Record<string, unknown>> = {
  'event.changed': {
    event: exampleBody('event.changed', { event }),
    withdrawn: exampleBody('event.changed', {
      withdrawn: { id: event.id, withdrawn_at: '2026-11-21T14:54:38.546000Z' },
    }),
  },
  'earnings.changed': { earning: exampleBody('earnings.changed', { earning }) },
  'order.changed': { order: exampleBody('order.changed', { order }) },
  'settlement.changed': { settlement: exampleBody('settlement.changed', { settlement }, 'live') },
};

function exampleBody(type: string, data: unknown, mode = 'test'): unknown {
  return { id: 'chg_2Vb6Nk9xRw4Tz8Mq1Jd7', type, created_at: '2026-11-21T14:54:38.543Z', mode, data };
}

/** A webhook in OpenAPI's form for calls by the service. */
function webhook({ type, summary, advice }: Kind): Json {
  const examples = Object.entries(WEBHOOK_EXAMPLES[type] ?? {}).map(([name, value]) => [name, { value }]);
  return {
    post: {
      operationId: operationIdOf(type),
      summary,
      description: [
        `Respond with 2xx within 10 seconds. Otherwise we retry after ${retryScheduleText()}.\n`,
        ...[...ADVICE, ...advice].map((advice) => `- ${advice}`),
      ].join('\n'),
      tags: ['Webhooks'],
      security: [],
      parameters: Object.entries(SIGNED).map(([name, header]) => ({ name, in: 'header', required: true, ...header })),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: refer(bodyOf(type)), examples: Object.fromEntries(examples) },
        },
      },
      responses: { '2XX': { description: 'Received.' } },
    },
  };
}

const KINDS: readonly Kind[] = [
  {
    type: 'event.changed',
    summary: 'An event you may show changed, or you may no longer show it',
    advice: [
      '**Deliveries can arrive out of order**: the latest `updated_at` or `withdrawn_at` wins. Answer 2xx to an older one too.',
      '**Look for `data.withdrawn` first**: take that event down. Answer 2xx also if you never had it.',
    ],
  },
  {
    type: 'earnings.changed',
    summary: 'An earning was created or changed its status',
    advice: [
      '**Deliveries can arrive out of order**, and earnings only move forward: ignore one that would move an earning back. Answer 2xx to it.',
    ],
  },
  {
    type: 'order.changed',
    summary: 'An order was placed, paid, refunded or cancelled, or it expired',
    advice: [
      'Only webhooks receive it for which you chose it.',
      '**Deliveries can arrive out of order**: keep the order with the larger `version`. Answer 2xx to an older one too.',
      'Changes that follow each other within moments may come as one: a `version` may be missing, the latest never is.',
    ],
  },
  {
    type: 'settlement.changed',
    summary: 'A statement was written, or its status changed',
    advice: [
      'Only webhooks receive it for which you chose it. Test keys have no statements.',
      '**Deliveries can arrive out of order**: keep the statement with the later `updated_at`. Answer 2xx to an older one too.',
      'Statuses that follow each other within moments may come as one: the latest is never missing.',
    ],
  },
];

/** The calls by the service, for the `webhooks` of the OpenAPI document (contract: Events). */
export const WEBHOOKS = Object.fromEntries(KINDS.map((kind) => [kind.type, webhook(kind)]));

function refer(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function documentBody(type: ChangeType, data: string): Json {
  return {
    type: 'object',
    description: `The body of \`${type}\`.`,
    required: ['id', 'type', 'created_at', 'mode', 'data'],
    properties: {
      id: {
        ...TEXT,
        description: 'Identifier of the change. The same at each of your webhooks, and for each attempt.',
      },
      type: { ...TEXT, const: type, description: `Always \`${type}\`.` },
      created_at: { ...TEXT, format: 'date-time', description: 'When the change was made.' },
      mode: { ...TEXT, enum: mode.options, description: mode.description },
      data: { description: 'What changed.', ...refer(data) },
    },
  };
}

function only(name: string, schema: string, description: string): Json {
  return { type: 'object', required: [name], properties: { [name]: { description, ...refer(schema) } } };
}

/** The schemas that {@link WEBHOOKS} adds to the operations' schemas. */
export const WEBHOOK_SCHEMAS: Json = {
  EventChanged: documentBody('event.changed', 'EventChange'),
  EventChange: {
    description: 'Exactly one of the two.',
    oneOf: [refer('EventShown'), refer('EventWithdrawn')],
  },
  EventShown: only('event', 'Event', 'The event as it is now: show it or update it.'),
  EventWithdrawn: only('withdrawn', 'Withdrawn', 'Stop showing this event and remove its `buy_url`.'),
  EarningsChanged: documentBody('earnings.changed', 'EarningChange'),
  EarningChange: only('earning', 'Earning', 'The earning as it is now.'),
  OrderChanged: documentBody('order.changed', 'OrderChange'),
  OrderChange: only('order', 'Order', 'The order as it is now.'),
  SettlementChanged: documentBody('settlement.changed', 'SettlementChange'),
  SettlementChange: only('settlement', 'Settlement', 'The statement as it is now.'),
};
