import { retryScheduleWords } from '../../src/domain/retry-schedule.js';
import type { Json } from '../json.js';

const TEXT = { type: 'string' };

const SIGNED = {
  'Service-Signature': {
    description: '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `t`, a dot and the body, with the secret of the webhook.',
    schema: TEXT,
  },
  'Service-Timestamp': { description: 'The same `t`.', schema: TEXT },
  'Service-Delivery-Id': { description: 'The same for every attempt of a delivery.', schema: TEXT },
  'Service-Event': { description: 'The same as `type`.', schema: TEXT },
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** One webhook as OpenAPI describes what the service itself calls. */
function webhook(type: string, summary: string, data: Json): Json {
  const body = {
    type: 'object',
    required: ['id', 'type', 'created_at', 'mode', 'data'],
    properties: {
      id: { type: 'string', description: 'Of the change: the same at each of your webhooks, and for each attempt.' },
      type: { const: type },
      created_at: { type: 'string', format: 'date-time' },
      mode: { type: 'string', enum: ['test', 'live'] },
      data,
    },
  };
  return {
    post: {
      summary,
      description: `Answer 2xx within 10 seconds; otherwise the delivery is tried again after ${retryScheduleWords()}.`,
      tags: ['webhooks'],
      security: [],
      parameters: Object.entries(SIGNED).map(([name, header]) => ({ name, in: 'header', required: true, ...header })),
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: { '2XX': { description: 'Received.' } },
    },
  };
}

function oneOf(name: string, schema: string): Json {
  return { type: 'object', required: [name], properties: { [name]: ref(schema) } };
}

/** What the service calls, for the `webhooks` of the OpenAPI document (contract: Events). */
export const WEBHOOKS = {
  'event.changed': webhook('event.changed', 'An event you may show changed, or you may no longer show it', {
    oneOf: [oneOf('event', 'Event'), oneOf('withdrawn', 'Withdrawn')],
  }),
  'earnings.changed': webhook(
    'earnings.changed',
    'An earning was created or changed its state',
    oneOf('earning', 'Earning'),
  ),
};
