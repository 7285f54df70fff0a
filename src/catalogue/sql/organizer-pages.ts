import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow } from '../../platform/database/rows.js';

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
