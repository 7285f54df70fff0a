import { z } from 'zod';
import type { Id } from '../core/ids.js';
import { ADDRESS, asciiAddress } from '../core/mail-address.js';
import { invalidField, noSuch } from '../core/problems.js';
import { snakeOf } from '../core/wire/row.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { findOrganizer, findOrganizerOfEvent, type OrganizerPages, writeOrganizerPages } from './sql/organizers.js';

const page = z.url({ protocol: /^https?$/ }).max(500);
const FORMS = {
  contactEmail: z
    .string()
    .overwrite(asciiAddress)
    .check(z.email({ pattern: ADDRESS }))
    .max(254),
  // The pages' policy shows pictures over HTTPS only.
  logoUrl: z.url({ protocol: /^https$/ }).max(500),
  termsUrl: page,
  privacyUrl: page,
  refundsUrl: page,
};
/** Each as given; absent: stays; empty: none. `source`: the stable name that imports use. */
export type SetOrganizerInput = { source: string } & { [Field in keyof typeof FORMS]?: string };

const WORDS = { contactEmail: 'an email address', logoUrl: 'an https: URL' } as const;

/** Who runs the event, as its buyers see it; null for an unknown event. */
export function getOrganizerOfEvent(ctx: Context, eventId: Id<'event'>): Promise<OrganizerPages | null> {
  return findOrganizerOfEvent(ctx.sql, eventId);
}

/** What buyers see of an organizer. @throws {ProblemError} `invalid_request` for an unknown source. */
export async function getOrganizer(ctx: Context, source: string): Promise<OrganizerPages & { source: string }> {
  const found = await findOrganizer(ctx.sql, source);
  if (!found) throw noSuch('organizer', source);
  const { id: _, ...shown } = found;
  return shown;
}

/**
 * Sets what buyers see of an organizer.
 *
 * @throws {ProblemError} `invalid_request` for an unknown source or a malformed value.
 */
export async function setOrganizerPages(
  ctx: Context,
  input: SetOrganizerInput,
): Promise<OrganizerPages & { source: string }> {
  const found = await findOrganizer(ctx.sql, input.source);
  if (!found) throw noSuch('organizer', input.source);
  const { id, source, name, ...pages } = found;
  const given: string[] = [];
  for (const field of Object.keys(FORMS) as (keyof typeof FORMS)[]) {
    const value = input[field];
    if (value === undefined) continue;
    const { data } = FORMS[field].safeParse(value);
    if (value !== '' && data === undefined) {
      throw invalidField(
        snakeOf(field),
        `must be ${field in WORDS ? WORDS[field as keyof typeof WORDS] : 'a web address'}`,
      );
    }
    pages[field] = data ?? null;
    given.push(field);
  }
  await ctx.sql.begin(async (tx) => {
    await writeOrganizerPages(tx, id, pages);
    await recordAction(ctx, tx, { action: 'organizer.set', objectId: id, details: { source, fields: given } });
  });
  return { source, name, ...pages };
}
