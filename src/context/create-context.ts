import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../core/clock.js';
import { Cursors } from '../core/cursor.js';
import { ENDPOINTS_SEALED } from '../deliveries/sql/delivery-endpoints.js';
import { createListingsMemory } from '../listings/memory.js';
import { MEMBERS_SEALED } from '../members/sql/totp.js';
import { createHoldQueue } from '../orders/hold-together.js';
import { createPaymentQueue } from '../orders/pay-together.js';
import { createPayments } from '../payments/by-mode.js';
import { createSimulatedPayments } from '../payments/simulated.js';
import { createSimulatedPayouts } from '../payments/simulated-transfers.js';
import { simulatedTransfers } from '../payments/sql.js';
import { createStripePayments } from '../payments/stripe/stripe.js';
import { createStripePayouts } from '../payments/stripe/transfers.js';
import { createDatabaseClock } from '../platform/clock/database-clock.js';
import { type Config, ConfigError, isClockMovable } from '../platform/config/config.js';
import type { Context } from '../platform/context/context.js';
import { connectDatabase } from '../platform/database/database.js';
import { createLocalStorage } from '../platform/files/storage/local.js';
import { createS3Storage } from '../platform/files/storage/s3.js';
import { foldRepeats } from '../platform/logs/fold-repeats.js';
import { createLogger, type Logger } from '../platform/logs/logger.js';
import { createMail } from '../platform/mail/transport/smtp.js';
import { ProcessCounts } from '../platform/metrics/process-counts.js';
import { PdfFonts } from '../platform/pdf/fonts.js';
import { Turns } from '../platform/process/turns.js';
import { PLATFORM_SEALED } from '../platform/secrets/sql.js';
import { createTracer } from '../platform/traces/tracer.js';
import { createRequestIds } from '../requests/rules/request-id.js';
import { aheadOf } from '../sandbox/sql/clock.js';
import { SETTLEMENTS_SEALED } from '../settlements/sql/payout-accounts.js';
import { TICKETS_SEALED } from '../tickets/sql/tickets.js';

/**
 * With two, pages that arrive together would make twice as many round trips. A closed connection is opened again within
 * a second; a silently lost one delays all quick pages until TCP notices.
 */
const QUICK_CONNECTIONS = 1;

/**
 * Opens what one process needs. Close it with {@link closeContext}.
 *
 * @param options.name of the process, for the log and `pg_stat_activity`.
 * @param options.actor who acts; default: the process.
 * @throws {ConfigError} when `DATABASE_URL` is missing, or `ENCRYPTION_KEY` in production.
 */
export function createContext(
  config: Config,
  options: { name: string; clock?: Clock; log?: Logger; actor?: string },
): Context {
  if (!config.database.url) throw new ConfigError('DATABASE_URL: must be set for this process');
  if (!config.encryptionKey && config.env === 'production') {
    throw new ConfigError('ENCRYPTION_KEY: must be set in production (32 bytes as base64)');
  }
  const pooled = config.database.directUrl !== undefined;
  const database = { ...config.database, url: config.database.url, pooled, name: options.name };
  const sql = connectDatabase(database);
  const log = options.log ?? createLogger({ level: config.logLevel, name: options.name });
  const simulated = config.payments === 'simulated';
  const mail = createMail(config);
  // Without a mail server the tickets would not arrive: live orders are refused before the payment.
  const { origin, stripe } = config;
  const simulation = createSimulatedPayments({ origin, enabled: true });
  const clock = options.clock ?? createDatabaseClock(sql, { ahead: isClockMovable(config) ? aheadOf : undefined });
  const { previousEncryptionKey, encryptionKey = randomBytes(32) } = config;
  return {
    config,
    sql,
    reads: connectDatabase({ ...database, planOnce: true, pipelined: 1 }),
    quickReads: connectDatabase({ ...database, planOnce: true, pool: QUICK_CONNECTIONS }),
    memory: {
      ...createListingsMemory(config),
      holdQueue: createHoldQueue(),
      paymentQueue: createPaymentQueue(),
      openedSecrets: new WeakMap(),
      newRequestId: createRequestIds(clock),
    },
    clock,
    log,
    foldedLog: foldRepeats(log),
    tracer: createTracer(config, options.name),
    turns: new Turns(),
    counts: new ProcessCounts(),
    payments: createPayments({
      live: stripe.live
        ? createStripePayments({ ...stripe.live, origin, enabled: mail !== null })
        : createSimulatedPayments({ origin, enabled: simulated && mail !== null }),
      test: stripe.test ? createStripePayments({ ...stripe.test, origin, enabled: true }) : simulation,
      simulation,
    }),
    payouts:
      config.payouts === 'stripe' && stripe.live
        ? createStripePayouts(stripe.live)
        : createSimulatedPayouts({ enabled: config.payouts === 'simulated', memory: simulatedTransfers(sql) }),
    mail,
    fonts: new PdfFonts(),
    files: config.s3 ? createS3Storage(config.s3) : createLocalStorage(join(config.dataDir, 'files')),
    cursors: new Cursors(encryptionKey, previousEncryptionKey),
    encryptionKey,
    previousEncryptionKey,
    sealed: [...PLATFORM_SEALED, ...ENDPOINTS_SEALED, ...MEMBERS_SEALED, ...TICKETS_SEALED, ...SETTLEMENTS_SEALED],
    actor: options.actor ?? options.name,
  };
}

export async function closeContext(ctx: Context): Promise<void> {
  ctx.clock.stop?.();
  ctx.foldedLog.close();
  ctx.files.close();
  await ctx.tracer?.close();
  await Promise.all([ctx.sql, ctx.reads, ctx.quickReads].map((sql) => sql.end({ timeout: 5 })));
}
