const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Files that took over twenty seconds of a full run, rounded. They begin first, so that none of them is still running
 * alone when all others have ended. Only the order matters: copy the seconds here when the end of a run in CI names
 * another file among its slowest.
 */
const SECONDS = {
  // Judges every page in light and dark, on a desktop and a phone.
  'test/browser/pages.test.ts': 517,
  // Every endpoint with every credential.
  'test/api/security/access-matrix.test.ts': 160,
  // A month of 300 companies, closed and paid by real workers that are killed.
  'test/settlements/settlements.test.ts': 243,
  // Starts and stops the whole product some twenty times.
  'test/cli/start.test.ts': 173,
  // Judges the longest page in light and dark, on a desktop and a phone.
  'test/browser/docs.test.ts': 122,
  // Attempts of a killed worker are taken up again only when their time is over.
  'test/deliveries/deliveries-crash.test.ts': 108,
  // Workers killed over a build, three times.
  'test/bulk/bulk-file-crash.test.ts': 94,
  // Two days of retries on a server of its own.
  'test/workflows/delivery-schedule.test.ts': 77,
  'test/catalogue/generate-events.test.ts': 60,
  'test/workflows/settlements.test.ts': 51,
  'test/api/same-events.test.ts': 49,
  'test/api/platform/rate-limit-processes.test.ts': 47,
  'test/platform/logs/redaction.test.ts': 46,
  'test/orders/order-holds.test.ts': 44,
  // Forty histories of months; one clock and one ledger, so one after the other.
  'test/settlements/settlement-property.test.ts': 43,
  'test/settlements/settlement-schedule.test.ts': 42,
  'test/deploy/rolling-restart.test.ts': 37,
  'test/activities/schedules.test.ts': 35,
  'test/platform/temporal/new-namespace.test.ts': 34,
  'test/core/kept-text.test.ts': 33,
  'test/api/guards/authority.test.ts': 33,
  'test/cli/partner-webhooks.test.ts': 32,
  'test/orders/interleavings.test.ts': 31,
  'test/api/mcp/same-events.test.ts': 31,
  'test/api/hard-input/pipelined.test.ts': 30,
  'test/cli/build.test.ts': 28,
  'test/catalogue/import-events.test.ts': 27,
  'test/listings/counts.test.ts': 27,
  'test/api/orders/tickets.test.ts': 27,
  'test/cli/partner-oauth.test.ts': 27,
  'test/api/same-events-everywhere.test.ts': 26,
  'test/api/mcp/client.test.ts': 26,
  'test/api/guards/process.test.ts': 26,
  'test/activities/worker-metrics.test.ts': 25,
  'test/settlements/settlement-half-way.test.ts': 24,
  'test/catalogue/read-items.test.ts': 24,
  'test/workflows/order-hold.test.ts': 23,
  'test/access/forget-tokens.test.ts': 23,
  'test/api/security/cursor-access.test.ts': 22,
  'test/settlements/close.test.ts': 22,
  'test/embedded/postgres.test.ts': 21,
  'test/workflows/mature-earnings.test.ts': 20,
  'test/docs/tour.test.ts': 78,
  'test/listings/imported.test.ts': 61,
  'test/api/hard-input/many-connections.test.ts': 42,
  'test/api/pages/sandbox.test.ts': 38,
  'test/api/events/counts.test.ts': 33,
  'test/api/platform/hung-up.test.ts': 31,
  'test/signals/forget-signals.test.ts': 29,
  'test/workflows/replay.test.ts': 26,
  'test/api/pages/buy.test.ts': 25,
  'test/api/platform/pages.test.ts': 23,
  'test/deliveries/start-deliveries.test.ts': 23,
  'test/api/pages/event.test.ts': 23,
};

/** What a file takes that is not named, on average. */
const UNKNOWN_MS = 3_000;

/** Jest's own order, longest first, which knows nothing in a fresh checkout: there the seconds above stand in. */
class LongestFirst extends Sequencer {
  time(test) {
    const path = relative(test.context.config.rootDir, test.path).replaceAll('\\', '/');
    return super.time(test) ?? (SECONDS[path] ? SECONDS[path] * 1_000 : UNKNOWN_MS);
  }
}

module.exports = LongestFirst;
module.exports.SECONDS = SECONDS;
