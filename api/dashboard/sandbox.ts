import { z } from 'zod';
import { EARNING_STATUSES } from '../../src/core/earning-status.js';
import { getGoLive } from '../../src/sandbox/go-live.js';
import { notifiedWebhooks } from '../../src/sandbox/sandbox-page.js';
import { GO_LIVE_FACTS } from '../../src/sandbox/sql/go-live.js';
import {
  getTestSale,
  listTestSales,
  makeTestSale,
  refundTestSale,
  resetSandbox,
  stepSandbox,
} from '../../src/sandbox/test-sales.js';
import { limitMember } from './limit.js';
import { type Call, listOf, operation, owned, whole } from './operation.js';
import { instant, instantOrNull } from './wire.js';

const sale = z
  .object({
    object: z.literal('test_sale'),
    id: z.string(),
    key_id: z.string(),
    event: z.string(),
    created_at: instant,
    quantity: z.int(),
    paid: z.number(),
    currency: z.string(),
    refundable: z.int().describe('Tickets that can still be refunded.'),
    records: z.array(
      z.object({
        status: z.enum(EARNING_STATUSES),
        reason: z.string().nullable(),
        commission: z.number(),
        currency: z.string(),
      }),
    ),
  })
  .meta({ id: 'TestSale', description: 'A sale with a test key, and the earnings that it made.' });

const limited = (call: Pick<Call<unknown, unknown>, 'ctx' | 'member'>) => limitMember(call, 'sandbox', {});

/** The progress of an integration, and the test data of a company, without live objects. */
export const SANDBOX_OPERATIONS = [
  operation('GET /go-live', {
    may: 'company.read',
    summary: 'Show what the integration was seen to do',
    answer: z.object({
      items: z.array(z.object({ fact: z.enum(GO_LIVE_FACTS), done: z.boolean(), seen_at: instantOrNull })),
    }),
    async run({ ctx, member, request }) {
      await request.server.requestLog.flush();
      return { items: await getGoLive(ctx, member.companyId) };
    },
  }),
  operation('GET /sandbox', {
    may: 'sandbox.use',
    summary: 'List test sales, newest first',
    answer: listOf(sale),
    run: async ({ ctx, member }) =>
      whole((await listTestSales(ctx, member)).map((sold) => ({ ...sold, id: sold.saleId }))),
  }),
  operation('POST /sandbox/sales', {
    may: 'sandbox.use',
    summary: 'Buy a ticket of a sample event with the newest test key',
    answer: z.object({
      order_id: z.string(),
      key_id: z.string(),
      webhooks: z
        .array(z.string())
        .describe('Addresses that are notified: the active webhooks of the key that receive earnings or orders.'),
    }),
    status: 201,
    async run(call) {
      const { ctx, member } = call;
      await limited(call);
      const made = await makeTestSale(ctx, member);
      return { ...made, webhooks: await notifiedWebhooks(ctx, made.keyId) };
    },
  }),
  operation('POST /sandbox/sales/:id/refund', {
    may: 'sandbox.use',
    summary: 'Refund a test sale',
    answer: null,
    async run(call) {
      const sale = owned(call, 'saleId');
      await getTestSale(call.ctx, sale);
      await limited(call);
      await refundTestSale(call.ctx, sale);
    },
  }),
  operation('POST /sandbox/step', {
    may: 'sandbox.use',
    summary: 'Move test earnings on by one state',
    answer: z.object({ moved: z.int() }),
    async run(call) {
      await limited(call);
      return stepSandbox(call.ctx, call.member);
    },
  }),
  operation('POST /sandbox/reset', {
    may: 'sandbox.use',
    summary: 'Cancel, refund and delete test data',
    answer: z.object({ cancelled: z.int(), refunded: z.int(), deliveries: z.int() }),
    async run(call) {
      await limited(call);
      return resetSandbox(call.ctx, call.member);
    },
  }),
];
