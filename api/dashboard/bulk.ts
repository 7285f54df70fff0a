import { z } from 'zod';
import { countSubscription, lastFiles } from '../../src/bulk/count-subscription.js';
import { scope } from '../../src/bulk/schemas.js';
import type { BulkSubscriptionRow } from '../../src/bulk/sql/bulk-subscriptions.js';
import { addSubscription, listSubscriptions, removeSubscription } from '../../src/bulk/subscriptions.js';
import type { Mode } from '../../src/core/mode.js';
import { noSuch } from '../../src/core/problems.js';
import type { InputOf } from '../../src/core/wire/row.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import type { Context } from '../../src/platform/context/context.js';
import { bulkScope, newSubscriptionBody } from './bodies.js';
import { listOf, operation, whole } from './operation.js';
import { inMode, instant, instantOrNull } from './wire.js';

const lastFile = z.object({
  format: z.string(),
  state: z.enum(['building', 'ready', 'failed']),
  changes_only: z.boolean(),
  requested_at: instant,
  finished_at: instantOrNull,
  bytes: z.int().nullable(),
  events: z.int().nullable(),
  truncated: z.boolean().nullable(),
});

const counts = {
  covered: z.int().describe('Upcoming events in a full file of now.'),
  narrowed_away: z.int().describe('Events it names that the agreement does not cover.'),
};

const subscription = z
  .object({
    object: z.literal('bulk_subscription'),
    id: z.string(),
    name: z.string(),
    ...scope.shape,
    created_at: instant,
    ...counts,
    last_file: lastFile.nullable(),
    urls: z.object({ ndjson: z.string(), csv: z.string() }),
    curl: z.string(),
  })
  .meta({ id: 'BulkSubscription', description: 'Which events the company’s bulk files hold.' });

const toScope = ({
  countries = null,
  categories = null,
  daysAhead = null,
  payingOnly = false,
}: InputOf<z.output<z.ZodObject<typeof bulkScope>>>) => ({ countries, categories, daysAhead, payingOnly });

async function present(ctx: Context, { companyId }: SignedIn, mode: Mode, rows: readonly BulkSubscriptionRow[]) {
  const files = await lastFiles(ctx, companyId, mode);
  return Promise.all(
    rows.map(async (row) => {
      const url = (format: string) => `${ctx.config.baseUrl}/bulk/${row.id}.${format}.gz`;
      return {
        ...row,
        ...row.scope,
        ...(await countSubscription(ctx, { companyId, mode, ...row.scope })),
        lastFile: files.get(row.id) ?? null,
        urls: { ndjson: url('ndjson'), csv: url('csv') },
        curl: `curl -sS --fail -O '${url('ndjson')}' -H 'Authorization: Bearer <${mode === 'test' ? 'TEST' : 'SERVER'}_KEY>'`,
      };
    }),
  );
}

export const BULK_OPERATIONS = [
  operation('GET /bulk-subscriptions', {
    may: 'bulk.read',
    summary: 'List bulk subscriptions',
    query: inMode,
    answer: listOf(subscription),
    run: async ({ ctx, member, query }) =>
      whole(await present(ctx, member, query.mode, await listSubscriptions(ctx, member.companyId))),
  }),
  operation('POST /bulk-subscriptions/count', {
    may: 'bulk.read',
    summary: 'Count what a subscription would cover',
    query: inMode,
    body: z.strictObject(bulkScope),
    answer: z.object(counts),
    run: ({ ctx, member: { companyId }, query: { mode }, body }) =>
      countSubscription(ctx, { companyId, mode, ...toScope(body) }),
  }),
  operation('POST /bulk-subscriptions', {
    may: 'bulk.change',
    summary: 'Add a bulk subscription',
    query: inMode,
    body: newSubscriptionBody,
    answer: subscription,
    status: 201,
    async run({ ctx, member, query, body }) {
      const row = await addSubscription(ctx, { company: member.companyId, name: body.name, ...toScope(body) });
      const [made] = await present(ctx, member, query.mode, [row]);
      if (!made) throw noSuch('subscription', row.id);
      return made;
    },
  }),
  operation('POST /bulk-subscriptions/:id/remove', {
    may: 'bulk.change',
    summary: 'Remove a bulk subscription with its files',
    answer: null,
    run: ({ ctx, member, params }) => removeSubscription(ctx, params.id, member.companyId),
  }),
];
