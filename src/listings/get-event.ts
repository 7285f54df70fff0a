import { agreementOf, covers } from '../core/coverage.js';
import { ID_PREFIXES } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import { DEMO_VIEWER, type Viewer } from '../core/viewer.js';
import type { Event } from '../core/wire/event.js';
import type { Context } from '../platform/context/context.js';
import { fillingFor, joinShown, readDocument, type Shown } from './documents.js';
import { findListing } from './sql/listings.js';
import { findWithdrawn } from './sql/withdrawals.js';

/** Longer than any of our ids. */
const LONGEST_ID = 80;

/**
 * One event as finished JSON (contract: GET /events/{id}), also after it ended or was cancelled.
 *
 * @throws {ProblemError} `event_withdrawn` when this viewer could once see it and no longer may, except for the demo,
 * which never could; `event_not_found` for everything else it may not see.
 */
export async function getEvent(ctx: Context, viewer: Viewer, input: { id: string } & Shown): Promise<Buffer> {
  const document = { bytes: await findDocument(ctx, viewer, input.id), origin: Buffer.from(ctx.config.origin) };
  return joinShown(`{"object":"event","mode":"${viewer.mode}","event":`, [document], viewer.ref, '}', input);
}

/** The same for the viewer's own use: parsed, in English. */
export async function readEvent(ctx: Context, viewer: Viewer, id: string): Promise<Event> {
  return readDocument(await findDocument(ctx, viewer, id), fillingFor(ctx.config.origin, viewer.ref));
}

/** A public event, with a buy link without a partner's code. @throws {ProblemError} `event_not_found` as {@link getEvent}. */
export function getPublicEvent(ctx: Context, id: string): Promise<Event> {
  return readEvent(ctx, { ...DEMO_VIEWER, mode: id.startsWith(ID_PREFIXES.sampleEvent) ? 'test' : 'live' }, id);
}

/** The stored document of an event the viewer may see; throws like {@link getEvent}. */
async function findDocument(ctx: Context, viewer: Viewer, id: string): Promise<Buffer> {
  const test = viewer.mode === 'test';
  if (id.length > LONGEST_ID || id.startsWith(ID_PREFIXES.sampleEvent) !== test) {
    throw new ProblemError('event_not_found');
  }
  const agreement = agreementOf(viewer);
  const listing = await findListing(ctx.reads, id);
  if (listing && covers(agreement, listing.scope)) return listing.doc;
  const { companyId } = viewer;
  const withdrawn = companyId === null ? [] : await findWithdrawn(ctx.reads, { ids: [id], test, companyId, agreement });
  throw new ProblemError(withdrawn.length > 0 ? 'event_withdrawn' : 'event_not_found');
}
