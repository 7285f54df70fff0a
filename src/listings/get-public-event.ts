import { ID_PREFIXES } from '../core/ids.js';
import { DEMO_VIEWER } from '../core/viewer.js';
import type { Event } from '../core/wire/event.js';
import type { Context } from '../platform/context/context.js';
import { fillingFor, readDocument } from './documents.js';
import { findDocument } from './get-event.js';

/**
 * A public event, with a buy link without a partner's code.
 *
 * @throws {ProblemError} `event_not_found` when there is none, or it is no longer shared.
 */
export async function getPublicEvent(ctx: Context, id: string): Promise<Event> {
  const mode = id.startsWith(ID_PREFIXES.sampleEvent) ? 'test' : 'live';
  const document = await findDocument(ctx, { ...DEMO_VIEWER, mode }, id);
  return readDocument(document, fillingFor(ctx.config.origin, DEMO_VIEWER.ref));
}
