import { z } from 'zod';
import { showUse } from '../../src/access/key-use.js';
import { listKeys } from '../../src/access/keys.js';
import { MODES } from '../../src/core/mode.js';
import { KEY_KINDS } from '../../src/core/viewer.js';
import { integer } from '../../src/core/wire/query.js';
import { mayDo } from '../../src/members/rules/roles.js';
// Additions to Fastify's types.
import type {} from '../http/access.js';
import { modeOf } from './keys.js';
import { operation } from './operation.js';
import { inMode, instantOrNull } from './wire.js';

const day = z.object({
  day: z.string().meta({ format: 'date' }),
  key_id: z.string(),
  calls: z.int(),
  assistant_calls: z.int(),
  ok: z.int().describe('Answers below 400.'),
  refused: z.int().describe('Answers 400 to 499 but for 429.'),
  rate_limited: z.int(),
  failed: z.int(),
});

const use = z
  .object({
    object: z.literal('use'),
    mode: z.enum(MODES),
    from: z.string().meta({ format: 'date' }),
    to: z.string().meta({ format: 'date' }),
    days: z.array(day).describe('Oldest first; a day without calls is left out.'),
    keys: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          hint: z.string(),
          kind: z.enum(KEY_KINDS),
          calls: z.int(),
          last_used_at: instantOrNull,
        }),
      )
      .describe('Empty for members whose role does not show keys.'),
  })
  .meta({ id: 'Use', description: 'Calls by day and key, counted some seconds late.' });

export const USE_OPERATIONS = [
  operation('GET /use', {
    may: 'use.read',
    summary: 'Show calls by day and key',
    query: inMode.extend({ days: integer(1, 90).optional(), key_id: z.string().max(100).optional() }),
    answer: use,
    async run({ ctx, member, query, request }) {
      await request.server.keyUse.flush();
      const { companyId } = member;
      const { mode, days = 30, keyId = null } = query;
      const [counted, keys] = await Promise.all([
        showUse(ctx, { companyId, mode, days, keyId }),
        mayDo(member.role, 'keys.read') ? listKeys(ctx, companyId) : [],
      ]);
      const callsWith = (id: string) =>
        counted.days.filter((day) => day.keyId === id).reduce((sum, { calls }) => sum + calls, 0);
      return {
        mode,
        ...counted,
        keys: keys
          .filter(({ id, kind }) => modeOf(kind) === mode && (keyId === null || id === keyId))
          .map((key) => ({ ...key, calls: callsWith(key.id) })),
      };
    },
  }),
];
