import { z } from 'zod';
import { MODES } from '../../src/core/mode.js';
import { integer } from '../../src/core/wire/query.js';
import { getRequest, listErrors, listRequests, SPANS, type Span } from '../../src/requests/list-requests.js';
// Additions to Fastify's types.
import type {} from '../http/access.js';
import { listOf, operation, owned } from './operation.js';
import { inMode, instant } from './wire.js';

const request = z
  .object({
    object: z.literal('request'),
    id: z.string(),
    at: instant,
    mode: z.enum(MODES),
    key_id: z.string(),
    method: z.string(),
    route: z.string().describe('The operation, without the base path: `/events/{id}`.'),
    status: z.int(),
    code: z.string().nullable().describe('The problem code of an error.'),
    ms: z.number().describe('Until the answer began, in milliseconds.'),
    address: z.string().nullable().describe('The IP address; with a website key its network, `203.0.113.0/24`.'),
    query: z.string().nullable().describe('Declared parameters, without keys, cursors and coordinates.'),
    retry_after: z.int().nullable().describe('`Retry-After` of the answer, in seconds.'),
    replayed: z.boolean().describe('The answer repeated an earlier one of the same `Idempotency-Key`.'),
  })
  .meta({ id: 'Request', description: 'One call with a key, kept for seven days.' });

const filters = inMode.extend({
  span: z.enum(Object.keys(SPANS) as [Span, ...Span[]]).default('24h'),
  status: z
    .enum(['2xx', '3xx', '4xx', '5xx'])
    .transform((text) => Number(text[0]))
    .optional(),
  code: z.string().max(60).optional(),
  route: z.string().max(100).optional(),
  key_id: z.string().max(100).optional(),
});

export const REQUEST_OPERATIONS = [
  operation('GET /requests', {
    may: 'requests.read',
    summary: 'List calls with a key, newest first',
    query: filters.extend({ cursor: z.string().max(512).optional(), limit: integer(1, 100).optional() }),
    answer: listOf(request),
    async run({ ctx, member: { companyId }, request: call, query: { limit = 50, status: statusClass, ...query } }) {
      // A page must show the call that was just made.
      await call.server.requestLog.flush();
      const { requests, next } = await listRequests(ctx, { ...query, companyId, statusClass, limit });
      return { data: requests, next };
    },
  }),
  operation('GET /requests/errors', {
    may: 'requests.read',
    summary: 'Count failed calls by code and operation',
    query: filters,
    answer: z.object({
      groups: z
        .array(
          z.object({
            code: z.string().nullable(),
            route: z.string(),
            status: z.int(),
            count: z.int(),
            last_at: instant,
          }),
        )
        .describe('The most frequent first, at most 50.'),
      routes: z.array(z.string()).describe('Every operation that takes a key.'),
    }),
    async run({ ctx, member: { companyId }, query: { status: statusClass, ...query }, request: call }) {
      await call.server.requestLog.flush();
      const groups = await listErrors(ctx, { ...query, companyId, statusClass });
      return { groups, routes: [...call.server.loggedRoutes].sort() };
    },
  }),
  operation('GET /requests/:id', {
    may: 'requests.read',
    summary: 'Show one call by its request id',
    answer: request,
    async run(call) {
      await call.request.server.requestLog.flush();
      return getRequest(call.ctx, owned(call, 'requestId'));
    },
  }),
];
