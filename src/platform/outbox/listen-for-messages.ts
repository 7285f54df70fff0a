import type { Context } from '../context/context.js';
import { type Listener, listen } from '../database/listener.js';
import { sessionUrl } from '../database/pooler.js';
import { OUTBOX_CHANNEL } from './messages.js';
import type { Notified } from './watch-outbox.js';

/** Reports a topic with new messages as soon as they are committed, on a connection of its own. */
export function listenForMessages(ctx: Context, notified: Notified): Listener {
  return listen({
    url: sessionUrl(ctx.config.database) ?? '',
    name: 'partner-events outbox',
    channel: OUTBOX_CHANNEL,
    onMessage: (topic) => notified.queued(topic),
    onUp: () => notified.connected(true),
    onDown: () => notified.connected(false),
  });
}
