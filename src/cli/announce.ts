import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writePrivateJson } from '../embedded/private-file.js';
import type { Config } from '../platform/config/config.js';
import { DEMO_DOMAIN, DEMO_OWNER } from './demo/seed-demo-company.js';
import { type DemoSecrets, demoOAuthClient } from './demo-secrets.js';
import type { DemoFacts } from './fill-database.js';

export interface Announcement {
  config: Config;
  folder: string;
  secrets: DemoSecrets;
  facts: DemoFacts;
  temporalUi: string | undefined;
  say: (line: string) => void;
}

/** An order of a sample event that is always on sale. */
const DEMO_ORDER = {
  event_id: 'evt_test_berlin_jazz_night',
  ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
  quantity: 2,
  buyer_email: 'ada@example.com',
  buyer_name: 'Ada',
};

/** Prints where everything is and what to try, and writes the same facts to `start.json` for tools. */
export function announce({ config, folder, secrets, facts, temporalUi, say }: Announcement): void {
  const { keys } = secrets;
  const oauth = demoOAuthClient(secrets);
  const livePayments =
    config.payments === 'simulated'
      ? 'Payments are simulated: no order moves money, even with the website and server keys.'
      : config.payments === 'stripe'
        ? 'Live orders are paid by Stripe, once `organizer connect` has connected their organizers (docs/payments.md).'
        : 'No card processor is configured: orders with the server key get payments_unavailable.';
  const testPayments =
    "Test orders are paid in Stripe's test mode, once `organizer connect sandbox` has made an account (docs/payments.md).";
  const payments = config.stripe.test ? `${livePayments}\n${testPayments}` : livePayments;
  const mailbox = config.mail ? '' : `; it is mailed to ${config.origin}/dev/mail`;
  writePrivateJson(join(folder, 'start.json'), {
    base_url: config.baseUrl,
    site_base_url: config.siteBaseUrl,
    temporal_ui: temporalUi ?? null,
    docs: `${config.origin}/docs`,
    keys,
    website_domain: DEMO_DOMAIN,
    oauth: { client_id: oauth.id, client_secret: oauth.secret },
    bulk_subscription: facts.bulkSubscription,
    receiver: config.exampleReceiver ?? null,
    dashboard: { url: `${config.origin}/dashboard`, sign_in_url: facts.signInUrl },
    payments: config.payments,
    notes: {
      base_url:
        'Use this one. The same API answers at site_base_url, for integrations that were made with that address.',
      sign_in_url: `Works once. For another link, enter ${DEMO_OWNER} at dashboard.url${mailbox}.`,
      payments,
    },
  });
  const pageOfWorkflows = temporalUi
    ? `${temporalUi}/namespaces/${config.temporal.namespace}/workflows`
    : 'see the server at TEMPORAL_ADDRESS';
  const { workerMetrics } = config;
  const metrics = [
    workerMetrics
      ? `http://${workerMetrics.host}:${workerMetrics.ports[0]}/metrics   of the worker`
      : 'WORKER_METRICS_PORT is off',
    config.metrics
      ? `http://${config.metrics.host}:${config.metrics.port}/metrics   of the API`
      : 'METRICS_PORT is not set, so the API serves none',
  ].join('\n                 ');
  say(`
Partner Events is ready.

  API            ${config.baseUrl}
                 also ${config.siteBaseUrl}, for integrations made with that address
  Documentation  ${config.origin}/docs
  Dashboard      ${facts.signInUrl ? `${facts.signInUrl}   this link works once` : `${config.origin}/dashboard`}
                 for another link, enter ${DEMO_OWNER} on its sign-in page${mailbox}
  Sandbox        ${config.origin}/sandbox   shows the test key's sales, and refunds them
  Temporal UI    ${pageOfWorkflows}
  Webhooks       ${config.exampleReceiver}/   shows what the test key's webhook and postback received
  Metrics        ${metrics}
  Data and logs  ${folder}

  test key       ${keys.test}
  website key    ${keys.website}   (for pages of ${DEMO_DOMAIN} and localhost)
  server key     ${keys.server}
  OAuth client   ${oauth.id} with ${oauth.secret}   (in test mode)

${payments}

To follow the quickstart at ${config.origin}/docs/quickstart, paste this into another terminal:
  export API=${config.baseUrl}
  export KEY=${keys.test}

Or try:
  curl -s '${config.baseUrl}/events?near=Berlin,DE' -H 'Authorization: Bearer ${keys.test}'
  curl -s '${config.baseUrl}/events?limit=2' -H 'Authorization: Bearer ${keys.server}'
  curl -s '${config.baseUrl}/orders' -H 'Authorization: Bearer ${keys.test}' -H 'Idempotency-Key: ${randomUUID()}' \\
    -H 'Content-Type: application/json' -d '${JSON.stringify(DEMO_ORDER)}'

The last one holds two tickets. Open its checkout_url to pay, and find the hold in the Temporal UI by the order's id.
Ctrl-C stops everything. The data stays for the next start.`);
}
