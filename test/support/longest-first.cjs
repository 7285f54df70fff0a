const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Files that took over five seconds of a full run on two cores, rounded. They begin first, so that none of them is still
 * running alone when all others have ended. Only the order matters: copy the seconds here when the end of a run in CI
 * names another file among its slowest. A file that takes over twenty says why in its first lines.
 */
const SECONDS = {
  'test/browser/dashboard.system.test.ts': 297,
  'test/cli/start-again.system.test.ts': 105,
  'test/payments/money-model.system.test.ts': 97,
  'test/deploy/failures.system.test.ts': 63,
  'test/cli/start.system.test.ts': 56,
  'test/orders/stripe-race.system.test.ts': 55,
  'test/browser/docs.system.test.ts': 54,
  'test/cli/dev.system.test.ts': 50,
  'test/payments/money-kills.system.test.ts': 50,
  'test/settlements/settlements.system.test.ts': 44,
  'test/deliveries/shards.system.test.ts': 37,
  'test/docs/rehearsal.system.test.ts': 33,
  'test/browser/pages.system.test.ts': 32,
  'test/bulk/bulk-file-crash.system.test.ts': 29,
  'test/docs/samples.system.test.ts': 28,
  'test/client/packed.system.test.ts': 28,
  'test/worker/worker-versions.system.test.ts': 24,
  'test/api/security/access-matrix.test.ts': 21,
  'test/worker/worker-metrics.system.test.ts': 21,
  'test/deliveries/deliveries-crash.system.test.ts': 20,
  'test/orders/order-holds-crash.system.test.ts': 18,
  'test/deploy/nginx-hang.system.test.ts': 18,
  'test/api/same-events-everywhere.system.test.ts': 16,
  'test/tickets/silent-mail-server.system.test.ts': 16,
  'test/deliveries/control.test.ts': 15,
  'test/platform/logs/redaction.system.test.ts': 15,
  'test/platform/config/cannot-start.system.test.ts': 15,
  'test/api/hard-input/stalled-reader.system.test.ts': 14,
  'test/settlements/transfers.test.ts': 14,
  'test/docs/tour.system.test.ts': 13,
  'test/settlements/statement-pdf.system.test.ts': 13,
  'test/platform/full-disk.system.test.ts': 13,
  'test/deploy/healthy.system.test.ts': 13,
  'test/deliveries/end-to-end.test.ts': 12,
  'test/payments/money-model-fixed.system.test.ts': 12,
  'test/settlements/settlement-property.system.test.ts': 12,
  'test/api/hard-input/many-connections.system.test.ts': 12,
  'test/tickets/ticket-pdf.system.test.ts': 12,
  'test/platform/outbound-http/outcomes.test.ts': 11,
  'test/cli/temporal-away.system.test.ts': 11,
  'test/workflows/settlements.test.ts': 10,
  'test/sandbox/sandbox-clock.test.ts': 10,
  'test/api/dashboard/roles.test.ts': 10,
  'test/client/changes.test.ts': 10,
  'test/client/mirror.system.test.ts': 10,
  'test/deliveries/sender.test.ts': 9,
  'test/api/platform/failures.test.ts': 9,
  'test/api/dashboard/limits.test.ts': 9,
  'test/workflows/endpoint-deliveries.test.ts': 9,
  'test/orders/card-details.test.ts': 9,
  'test/api/hard-input/raw-requests.system.test.ts': 9,
  'test/api/dashboard/scope.test.ts': 8,
  'test/workflows/two-days-of-retries.test.ts': 8,
  'test/tickets/send-ticket-mail.test.ts': 8,
  'test/reconciliation/reconcile.test.ts': 8,
  'test/deliveries/attempts.test.ts': 8,
  'test/api/platform/rate-limit-processes.system.test.ts': 8,
  'test/deploy/rolling-restart.system.test.ts': 8,
  'test/platform/pdf/pdf-pages.system.test.ts': 8,
  'test/workflows/mature-earnings.test.ts': 7,
  'test/settlements/company-accounts.test.ts': 7,
  'test/orders/event-refunds.test.ts': 7,
  'test/orders/end-holds.test.ts': 7,
  'test/client/retries.test.ts': 7,
  'test/client/bulk.test.ts': 7,
  'test/cli/listen.test.ts': 7,
  'test/platform/database/pgbouncer.system.test.ts': 7,
  'test/cli/partner-webhooks.test.ts': 6,
  'test/api/security/cursor-access.test.ts': 6,
  'test/api/security/object-access.test.ts': 6,
  'test/api/platform/hung-up.test.ts': 6,
  'test/platform/audit/audit-log.test.ts': 6,
  'test/api/dashboard/figures.test.ts': 6,
  'test/tickets/journey.test.ts': 6,
  'test/platform/jobs/clocks.test.ts': 6,
  'test/earnings/uncredited-sales.test.ts': 6,
  'test/earnings/ledger-property.system.test.ts': 6,
  'test/api/platform/rate-limit-store.system.test.ts': 6,
  'test/docs/client.system.test.ts': 6,
  'test/catalogue/import-events.test.ts': 5,
  'test/orders/order-holds.test.ts': 5,
  'test/orders/stripe-money.test.ts': 5,
  'test/cli/refusals.test.ts': 5,
  'test/api/orders/queued-payments.system.test.ts': 5,
};

/** What a file takes that is not named, on average. */
const UNKNOWN_MS = 1_000;

/** Jest's own order, longest first, which knows nothing in a fresh checkout: there the seconds above stand in. */
class LongestFirst extends Sequencer {
  time(test) {
    const path = relative(test.context.config.rootDir, test.path).replaceAll('\\', '/');
    return super.time(test) ?? (SECONDS[path] ? SECONDS[path] * 1_000 : UNKNOWN_MS);
  }
}

module.exports = LongestFirst;
module.exports.SECONDS = SECONDS;
