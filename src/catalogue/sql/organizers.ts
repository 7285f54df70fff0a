import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment, type TextFragment } from '../../platform/database/fragment.js';
import { firstRow, firstValue } from '../../platform/database/rows.js';

export interface OrganizerRow {
  id: Id<'organizer'>;
  source: string;
  name: string | null;
  verified: boolean;
}

/** The organizer of that source, made when it is new; a given name or mark replaces the old one. */
export async function keepOrganizer(
  sql: Queryable,
  organizer: { id: string; source: string; name?: string; verified?: boolean },
  now: Date,
): Promise<OrganizerRow & { changed: boolean }> {
  const { id, source, name = null, verified = null } = organizer;
  const [before] = await sql<
    OrganizerRow[]
  >`SELECT id, source, name, verified FROM organizers WHERE source = ${source}`;
  const same = before && (name === null || name === before.name) && (verified === null || verified === before.verified);
  if (same) return { ...before, changed: false };
  const [row] = await sql<OrganizerRow[]>`
    INSERT INTO organizers AS o (id, source, name, verified, created_at)
    VALUES (${id}, ${source}, ${name}, coalesce(${verified}::boolean, false), ${now})
    ON CONFLICT (source) DO UPDATE SET
      name = coalesce(${name}, o.name), verified = coalesce(${verified}::boolean, o.verified)
    RETURNING id, source, name, verified`;
  if (!row) throw new Error(`organizer ${source} was not written`);
  return { ...row, changed: before !== undefined };
}

/** The organizer of that id, or of that source's name. */
export function findOrganizerId(db: Queryable, idOrSource: string): Promise<string | null> {
  return firstValue(db<{ id: string }[]>`
    SELECT id FROM organizers WHERE id = ${idOrSource} OR source = ${idOrSource} ORDER BY id = ${idOrSource} DESC LIMIT 1`);
}

/** SQL that joins the organizer, as `g`, of the event behind `alias`. */
export function joinOrganizer(alias: string): TextFragment {
  return fragment`JOIN organizers g ON g.id = ${alias}.organizer_id`;
}

export interface OrganizerPages {
  name: string | null;
  contactEmail: string | null;
  logoUrl: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  refundsUrl: string | null;
}

const COLUMNS = fragment`o.name, o.contact_email, o.logo_url, o.terms_url, o.privacy_url, o.refunds_url`;

export function findOrganizerOfEvent(db: Queryable, eventId: Id<'event'>): Promise<OrganizerPages | null> {
  return firstRow(db<OrganizerPages[]>`
    SELECT ${COLUMNS} FROM events e JOIN organizers o ON o.id = e.organizer_id WHERE e.id = ${eventId}`);
}

export function findOrganizer(
  db: Queryable,
  source: string,
): Promise<(OrganizerPages & { id: string; source: string }) | null> {
  return firstRow(db<(OrganizerPages & { id: string; source: string })[]>`
    SELECT o.id, o.source, ${COLUMNS} FROM organizers o WHERE o.source = ${source}`);
}

/** Replaces all but the name. */
export async function writeOrganizerPages(
  db: Queryable,
  organizerId: Id<'organizer'>,
  pages: Omit<OrganizerPages, 'name'>,
): Promise<void> {
  await db`
    UPDATE organizers SET contact_email = ${pages.contactEmail}, logo_url = ${pages.logoUrl}, terms_url = ${pages.termsUrl},
      privacy_url = ${pages.privacyUrl}, refunds_url = ${pages.refundsUrl} WHERE id = ${organizerId}`;
}
