import type { Context } from '../context/context.js';
import { type Listener, listen } from '../database/listener.js';
import type { Told } from './bell.js';
import { OUTBOX_CHANNEL } from './messages.js';

/** Tells which topic has something to do as soon as it is committed, on a connection of its own. */
export function listenForMessages(ctx: Context, told: Told): Listener {
  return listen({
    url: ctx.config.database.url ?? '',
    name: 'partner-events outbox',
    channel: OUTBOX_CHANNEL,
    onMessage: (topic) => told.queued(topic),
    onUp: () => told.hearing(true),
    onDown: () => told.hearing(false),
  });
}
