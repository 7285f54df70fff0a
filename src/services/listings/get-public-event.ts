import type { Event } from '../../contracts/wire/event.js';
import { ID_PREFIXES } from '../../domain/ids.js';
import { DEMO_VIEWER } from '../../domain/viewer.js';
import type { Context } from '../context.js';
import { fillingFor, readDocument } from './documents.js';
import { findDocument } from './get-event.js';

/**
 * An event as everybody may see it, with a buy link that credits nobody.
 *
 * @throws {ProblemError} `event_not_found` when there is none, or it is no longer shared.
 */
export async function getPublicEvent(ctx: Context, id: string): Promise<Event> {
  const mode = id.startsWith(ID_PREFIXES.sampleEvent) ? 'test' : 'live';
  const document = await findDocument(ctx, { ...DEMO_VIEWER, mode }, id);
  return readDocument(document, fillingFor(ctx.config.origin, DEMO_VIEWER.ref));
}
