import { z } from 'zod';
import { readableAddress } from '../../src/core/readable-address.js';
import { instant as instantText, limit, text } from '../../src/core/wire/query.js';
import { listMemberRows } from '../../src/members/sql/members.js';
import { AUDIT_ACTIONS } from '../../src/platform/audit/audit.js';
import { pageActions } from '../../src/platform/audit/page-actions.js';
import { listOf, operation } from './operation.js';
import { instant } from './wire.js';

const action = z
  .object({
    object: z.literal('action'),
    id: z.string(),
    at: instant,
    by: z.object({
      type: z.enum(['member', 'former_member', 'operator']),
      name: z.string().describe('A member’s address, or the name of somebody of ours.'),
    }),
    action: z.enum(AUDIT_ACTIONS),
    object_id: z.string(),
    address: z.string().nullable().describe('The IP address of a member’s call.'),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Action', description: 'A change, who made it and from where.' });

const query = z.object({
  kind: text(50).optional().describe('What an action begins with, such as `key`.'),
  by: text(100).optional().describe('A member’s id.'),
  since: instantText.transform((at) => new Date(at)).optional(),
  cursor: text(600).optional(),
  limit: limit(100, 50),
});

export const AUDIT_OPERATIONS = [
  operation('GET /audit', {
    may: 'audit.read',
    summary: 'List what was done in the company',
    query,
    answer: listOf(action),
    async run({ ctx, member: { companyId }, query: { by, ...rest } }) {
      const [{ actions, next }, members] = await Promise.all([
        pageActions(ctx, { ...rest, companyId, actor: by }),
        listMemberRows(ctx.sql, companyId),
      ]);
      const addresses = new Map(members.map(({ id, email }) => [id, readableAddress(email)]));
      const nameOf = (actor: string) => {
        if (!actor.startsWith('mem_')) return { type: 'operator' as const, name: actor };
        const name = addresses.get(actor);
        return name ? { type: 'member' as const, name } : { type: 'former_member' as const, name: actor };
      };
      return { data: actions.map((row) => ({ ...row, id: String(row.id), by: nameOf(row.actor) })), next };
    },
  }),
];
