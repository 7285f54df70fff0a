import type { App } from '../http/access.js';

/** How often connections are closed whose answer had begun before the server did: a download that has ended. */
const SWEEP_MS = 250;

/** Ends connections after running answers when the server closes: Node closes only idle ones, and the others keep it alive. */
export function lastAnswers(app: App): void {
  let sweeper: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweeper = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  });
  app.addHook('onClose', async () => clearInterval(sweeper));
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (sweeper) reply.header('Connection', 'close');
    done(null, payload);
  });
}
