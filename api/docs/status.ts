import { readDeliveryLag } from '../../src/deliveries/list-deliveries.js';
import type { Context } from '../../src/platform/context/context.js';
import { checkReadiness } from '../../src/platform/health/check-readiness.js';
import type { App } from '../http/access.js';
import { html, sendPage } from '../pages/layout.js';

/** How long a look lasts: anybody may ask, and each look is a query. */
const FRESH_MS = 10_000;
/** From here on, deliveries count as late. Retries to endpoints that fail do not. */
const LATE_SECONDS = 60;

interface Status {
  api: 'available' | 'unavailable';
  /** `unknown` while the database does not respond. */
  webhooks: 'on_time' | 'late' | 'unknown';
  /** How far behind deliveries are. */
  webhooks_lag_seconds: number | null;
  checked_at: string;
}

async function look(ctx: Context): Promise<Status> {
  const checked_at = ctx.clock.now().toISOString();
  try {
    await checkReadiness(ctx);
    const lag = Math.round(await readDeliveryLag(ctx));
    const webhooks = lag > LATE_SECONDS ? 'late' : 'on_time';
    return { api: 'available', webhooks, webhooks_lag_seconds: lag, checked_at };
  } catch {
    return { api: 'unavailable', webhooks: 'unknown', webhooks_lag_seconds: null, checked_at };
  }
}

const lagText = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;

/** `GET /status` and `GET /status.json`: whether the API answers and deliveries go out on time, by what this process sees. */
export function statusPage(app: App, ctx: Context): void {
  let last: { at: number; status: Promise<Status> } | undefined;
  const current = (): Promise<Status> => {
    const at = performance.now();
    if (!last || at - last.at > FRESH_MS) last = { at, status: look(ctx) };
    return last.status;
  };
  app.get('/status.json', async (_request, reply) => {
    const status = await current();
    return reply.header('Cache-Control', 'no-store').send(status);
  });
  app.get('/status', async (_request, reply) => {
    const { api, webhooks, webhooks_lag_seconds: lag, checked_at } = await current();
    const deliveries = {
      on_time: 'Deliveries go out as changes happen.',
      late: `Deliveries are ${lagText(lag ?? 0)} late. None is lost.`,
      unknown: 'Not known at the moment. No delivery is lost.',
    };
    return sendPage(reply, {
      title: 'Status',
      body: html`<h1>Status</h1>
<table class="facts"><tr><th scope="row">API</th><td>${api === 'available' ? 'Available.' : 'Not available. Try again in a minute.'}</td></tr>
<tr><th scope="row">Webhooks and postbacks</th><td>${deliveries[webhooks]}</td></tr></table>
<p class="soft">Checked at ${checked_at.slice(11, 19)} UTC. For programs: <a href="/status.json">status.json</a>. If a single endpoint of yours fails,
its page in the <a href="/dashboard">dashboard</a> says why.</p>
<p><a href="/docs">Documentation</a></p>`,
    });
  });
}
