import type { Context } from '../context/context.js';
import { type Listener, listen } from '../database/listener.js';
import { OUTBOX_CHANNEL } from './messages.js';
import type { Notified } from './watch-outbox.js';

/** Tells which topic has something to do as soon as it is committed, on a connection of its own. */
export function listenForMessages(ctx: Context, notified: Notified): Listener {
  return listen({
    url: ctx.config.database.directUrl ?? ctx.config.database.url ?? '',
    name: 'partner-events outbox',
    channel: OUTBOX_CHANNEL,
    onMessage: (topic) => notified.queued(topic),
    onUp: () => notified.connected(true),
    onDown: () => notified.connected(false),
  });
}
