const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Files that took over five seconds of a full run on two cores, rounded. They begin first, so that none of them is still
 * running alone when all others have ended. Only the order matters: copy the seconds here when the end of a run in CI
 * names another file among its slowest. A file that takes over twenty says why in its first lines.
 */
const SECONDS = {
  'test/browser/dashboard.system.test.ts': 132,
  'test/cli/start-again.system.test.ts': 97,
  'test/deploy/failures.system.test.ts': 85,
  'test/settlements/settlements.system.test.ts': 55,
  'test/cli/start.system.test.ts': 43,
  'test/deliveries/shards.system.test.ts': 34,
  'test/browser/docs.system.test.ts': 33,
  'test/workflows/hanging-attempt.system.test.ts': 33,
  'test/cli/dev.system.test.ts': 30,
  'test/api/security/access-matrix.test.ts': 39,
  'test/bulk/bulk-file-crash.system.test.ts': 37,
  'test/browser/pages.system.test.ts': 30,
  'test/settlements/settlement-property.system.test.ts': 28,
  'test/deliveries/deliveries-crash.system.test.ts': 27,
  'test/cli/partner-webhooks.test.ts': 27,
  'test/workflows/settlements.test.ts': 25,
  'test/earnings/ledger-property.system.test.ts': 25,
  'test/worker/worker-metrics.system.test.ts': 22,
  'test/orders/order-holds-crash.system.test.ts': 20,
  'test/docs/tour.system.test.ts': 19,
  'test/tickets/silent-mail-server.system.test.ts': 19,
  'test/deploy/nginx-hang.system.test.ts': 18,
  'test/settlements/statement-pdf.system.test.ts': 17,
  'test/api/same-events-everywhere.test.ts': 18,
  'test/platform/outbox/relay.test.ts': 17,
  'test/api/security/cursor-access.test.ts': 16,
  'test/deliveries/sender.test.ts': 16,
  'test/bulk/outside-readers.system.test.ts': 16,
  'test/listings/withdrawn-loop.test.ts': 15,
  'test/platform/logs/redaction.system.test.ts': 14,
  'test/catalogue/import-events.test.ts': 14,
  'test/embedded/postgres.system.test.ts': 14,
  'test/settlements/nothing-missed.test.ts': 14,
  'test/cli/settlement.test.ts': 14,
  'test/deliveries/control.test.ts': 15,
  'test/platform/config/cannot-start.system.test.ts': 11,
  'test/platform/full-disk.system.test.ts': 11,
  'test/cli/temporal-away.system.test.ts': 11,
  'test/catalogue/update-event.test.ts': 14,
  'test/workflows/order-hold.test.ts': 13,
  'test/api/hard-input/many-connections.system.test.ts': 13,
  'test/sandbox/sandbox-clock.test.ts': 13,
  'test/api/platform/rate-limit-processes.system.test.ts': 12,
  'test/workflows/mature-earnings.test.ts': 12,
  'test/earnings/mature-earnings.test.ts': 12,
  'test/catalogue/generate-events.test.ts': 12,
  'test/bulk/build-file.test.ts': 12,
  'test/api/same-events.test.ts': 12,
  'test/api/mcp/client.test.ts': 11,
  'test/deploy/rolling-restart.system.test.ts': 11,
  'test/api/security/object-access.test.ts': 11,
  'test/catalogue/complete-ended-events.test.ts': 11,
  'test/orders/interleavings.test.ts': 10,
  'test/platform/temporal/new-namespace.system.test.ts': 10,
  'test/deliveries/audience.test.ts': 10,
  'test/cli/build.test.ts': 9,
  'test/api/platform/hung-up.test.ts': 9,
  'test/api/track/counting.test.ts': 9,
  'test/api/platform/rate-limit-store.system.test.ts': 9,
  'test/api/platform/failures.test.ts': 9,
  'test/api/hard-input/raw-requests.system.test.ts': 9,
  'test/workflows/fan-out-and-senders.test.ts': 9,
  'test/settlements/rerun.test.ts': 9,
  'test/listings/project-changes.test.ts': 9,
  'test/deliveries/end-to-end.test.ts': 9,
  'test/orders/order-holds.test.ts': 8,
  'test/settlements/settlement-half-way.test.ts': 8,
  'test/settlements/two-at-once.test.ts': 8,
  'test/settlements/close.test.ts': 8,
  'test/listings/changed-since.test.ts': 8,
  'test/api/bulk/bulk-route.test.ts': 7,
  'test/settlements/settlement-inputs.test.ts': 7,
  'test/settlements/payment.test.ts': 7,
  'test/members/sign-in.test.ts': 7,
  'test/listings/select-events.test.ts': 7,
  'test/embedded/harness.test.ts': 7,
  'test/deliveries/late-ends.test.ts': 7,
  'test/catalogue/upsert-events.test.ts': 7,
  'test/platform/mail/mail-delivery.test.ts': 6,
  'test/platform/database/lost-connections.test.ts': 6,
  'test/api/security/routes.test.ts': 6,
  'test/api/platform/security-headers.test.ts': 6,
  'test/listings/reproject-listings.test.ts': 6,
  'test/listings/imported.test.ts': 6,
  'test/docs/webhooks.system.test.ts': 6,
  'test/cli/catalogue.test.ts': 6,
  'test/access/delete-expired-tokens.test.ts': 6,
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
