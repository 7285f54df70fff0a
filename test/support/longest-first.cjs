const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Files that took over five seconds of a full run on two cores, rounded. They begin first, so that none of them is still
 * running alone when all others have ended. Only the order matters: copy the seconds here when the end of a run in CI
 * names another file among its slowest. A file that takes over twenty says why in its first lines.
 */
const SECONDS = {
  'test/cli/start.test.ts': 136,
  'test/cli/start-again.test.ts': 100,
  'test/browser/docs.test.ts': 82,
  'test/api/security/access-matrix.test.ts': 65,
  'test/settlements/settlements.test.ts': 56,
  'test/browser/pages.test.ts': 55,
  'test/workflows/delivery-schedule.test.ts': 51,
  'test/deliveries/deliveries-crash.test.ts': 41,
  'test/bulk/bulk-file-crash.test.ts': 39,
  'test/orders/order-holds.test.ts': 32,
  'test/cli/partner-webhooks.test.ts': 30,
  'test/platform/logs/redaction.test.ts': 23,
  'test/api/same-events-everywhere.test.ts': 23,
  'test/activities/worker-metrics.test.ts': 21,
  'test/docs/tour.test.ts': 18,
  'test/workflows/settlements.test.ts': 18,
  'test/catalogue/import-events.test.ts': 15,
  'test/settlements/settlement-property.test.ts': 14,
  'test/workflows/order-hold.test.ts': 12,
  'test/api/platform/rate-limit-processes.test.ts': 11,
  'test/cli/build.test.ts': 11,
  'test/api/security/cursor-access.test.ts': 11,
  'test/workflows/mature-earnings.test.ts': 10,
  'test/api/hard-input/many-connections.test.ts': 10,
  'test/api/mcp/client.test.ts': 9,
  'test/embedded/postgres.test.ts': 8,
  'test/api/platform/hung-up.test.ts': 7,
  'test/orders/interleavings.test.ts': 7,
  'test/activities/schedules.test.ts': 7,
  'test/deploy/rolling-restart.test.ts': 6,
  'test/settlements/settlement-half-way.test.ts': 6,
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
