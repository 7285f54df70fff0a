import { z } from 'zod';
import { showGuards } from '../../src/access/key-guards.js';
import { listKeys } from '../../src/access/keys.js';
import { scopesOfKind } from '../../src/access/rules/oauth.js';
import { MAX_BULK_SUBSCRIPTIONS } from '../../src/bulk/rules/bulk.js';
import { FAILURE_CLASSES } from '../../src/core/outcomes.js';
import { DAY } from '../../src/core/time.js';
import { KEY_KINDS } from '../../src/core/viewer.js';
import type { RowOf } from '../../src/core/wire/row.js';
import { listEndpoints } from '../../src/deliveries/endpoints/list-endpoints.js';
import { DISABLE_AFTER_MS } from '../../src/deliveries/rules/delivery.js';
import { countByCategory } from '../../src/listings/sql/listing-counts.js';
import {
  ACTION_NAMES,
  type Action,
  mayDo,
  needsSecondStepAgain,
  OPERATOR,
  ROLES,
} from '../../src/members/rules/roles.js';
import { listCountries } from '../../src/platform/places/country-code.js';
import { modeOf } from './keys.js';
import { listOf, operation, whole } from './operation.js';
import { inMode, instantOrNull } from './wire.js';

/** How long before its end a certificate is worth a notice. */
const SOON_MS = 30 * DAY;

const notice = z
  .object({
    code: z.enum(['webhook_failing', 'webhook_disabled', 'certificate_ends']),
    endpoint_id: z.string().nullable(),
    key_id: z.string(),
    share: z.number().nullable().describe('The part of the way to being disabled that is over: 0.5, 0.9 or 1.'),
    detail: z.string(),
    since: instantOrNull,
    host: z.string().nullable().describe('Of the endpoint.'),
    last_failure: z.enum(FAILURE_CLASSES).nullable(),
    ends_at: instantOrNull.describe('When the endpoint will be disabled, or the certificate ends.'),
  })
  .meta({ id: 'Notice', description: 'Something to look after, for members who may.' });

type Notice = RowOf<z.input<typeof notice>>;

const actions = z.array(z.enum(ACTION_NAMES));

export const OVERVIEW_OPERATIONS = [
  operation('GET /choices', {
    may: 'company.read',
    summary: 'List what can be chosen in forms',
    query: inMode,
    answer: z.object({
      roles: z.array(z.object({ role: z.enum(ROLES), actions, again: actions })),
      scopes: z.record(z.enum(KEY_KINDS), z.array(z.string())),
      countries: z.array(z.string()),
      categories: z.array(z.string()).describe('Of upcoming events, the most frequent first.'),
      bulk_max: z.int(),
    }),
    async run({ ctx, query: { mode } }) {
      const every = { samples: mode === 'test', countries: null, categories: null, payingOnly: false };
      return {
        roles: ROLES.map((role) => {
          const may = ACTION_NAMES.filter((action) => mayDo(role, action));
          return { role, actions: may, again: may.filter(needsSecondStepAgain) };
        }),
        scopes: Object.fromEntries(KEY_KINDS.map((kind) => [kind, [...scopesOfKind(kind)]])) as Record<
          (typeof KEY_KINDS)[number],
          string[]
        >,
        countries: listCountries(),
        categories: (await countByCategory(ctx.reads, every)).map(({ id }) => id),
        bulkMax: MAX_BULK_SUBSCRIPTIONS,
      };
    },
  }),
  operation('GET /notices', {
    may: 'company.read',
    summary: 'List what to look after',
    query: inMode,
    answer: listOf(notice),
    async run({ ctx, member: { companyId, role }, query: { mode } }) {
      // For members who may change it, and for our operators.
      const mayAct = (action: Action) => role === OPERATOR || mayDo(role, action);
      const now = ctx.clock.now().getTime();
      const all = mayAct('webhooks.change') ? await listEndpoints(ctx, { companyId }) : [];
      const endpoints = all.filter((endpoint) => endpoint.mode === mode);
      const failing = endpoints.flatMap((endpoint): Notice[] => {
        const { failingSince: since, lastFailure } = endpoint;
        const host = new URL(endpoint.url).origin;
        const ends = since && new Date(since.getTime() + DISABLE_AFTER_MS);
        const of = { endpointId: endpoint.id, keyId: endpoint.keyId, since, host, lastFailure, endsAt: ends };
        if (endpoint.disabledReason === 'failing') {
          const detail = `${endpoint.id} was disabled after five days of failures. We keep its deliveries for 30 days.`;
          return [{ ...of, code: 'webhook_disabled' as const, share: 1, detail, endsAt: null }];
        }
        const over = since ? (now - since.getTime()) / DISABLE_AFTER_MS : 0;
        if (endpoint.status !== 'active' || over < 0.5) return [];
        const detail = `Every delivery to ${endpoint.id} fails (${lastFailure}). We disable it after five days.`;
        return [{ ...of, code: 'webhook_failing' as const, share: over < 0.9 ? 0.5 : 0.9, detail }];
      });
      const keys = (mayAct('keys.change') ? await listKeys(ctx, companyId) : []).filter(
        ({ kind, certificates, revokedAt }) => modeOf(kind) === mode && certificates > 0 && revokedAt === null,
      );
      const ending = await Promise.all(
        keys.map(async ({ id: keyId }): Promise<Notice[]> => {
          const { certificates } = await showGuards(ctx, { companyId, keyId });
          const latest = Math.max(...certificates.map(({ notAfter }) => notAfter.getTime()));
          if (latest - now > SOON_MS) return [];
          const detail = `The last certificate pinned to ${keyId} ends on ${new Date(latest).toISOString()}.`;
          const none = { endpointId: null, share: null, since: null, host: null, lastFailure: null };
          return [{ ...none, code: 'certificate_ends' as const, keyId, detail, endsAt: new Date(latest) }];
        }),
      );
      return whole([...failing, ...ending.flat()]);
    },
  }),
];
