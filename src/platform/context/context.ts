import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.js';
import { createDatabaseClock } from '../clock/database-clock.js';
import { type Config, ConfigError } from '../config/config.js';
import { connectDatabase, type Sql } from '../database/database.js';
import { createFileStorage } from '../files/storage/create.js';
import type { FileStorage } from '../files/storage/port.js';
import { type FoldingLog, foldRepeats } from '../logs/fold-repeats.js';
import { createLogger, type Logger } from '../logs/logger.js';
import { createMail } from '../mail/transport/create.js';
import type { MailPort } from '../mail/transport/port.js';
import { Tally } from '../metrics/tally.js';
import type { PaymentsPort } from '../payments/port.js';
import { createSimulatedPayments } from '../payments/simulated.js';
import type { PayoutsPort } from '../payouts/port.js';
import { createSimulatedPayouts } from '../payouts/simulated.js';
import { simulatedTransfers } from '../payouts/sql.js';
import { PdfFonts } from '../pdf/fonts.js';
import { Turns } from '../process/turns.js';
import { createMemory, type Memory } from './memory.js';

/** Two, so that one that was lost, or waits for the disk, is not the only one. */
const QUICK_CONNECTIONS = 2;

/** The first argument of every use case: `verb(ctx, input)`. */
export interface Context {
  config: Config;
  sql: Sql;
  /** For reading listings: separate connections, so that writers never delay readers, and plans made once. */
  reads: Sql;
  /**
   * The same for statements that take well under a millisecond: so few connections that many statements travel together,
   * which halves what the client costs. A slow one would hold up all behind it: those go to {@link reads}.
   */
  quickReads: Sql;
  /** What this process keeps of the database. */
  memory: Memory;
  /** The database's clock, in tests one that they move. */
  clock: Clock;
  log: Logger;
  /** The same log, for lines that may come by the thousand. */
  foldedLog: FoldingLog;
  /** In which order this process does what must not be done all at once. */
  turns: Turns;
  /** What this process did, for its metrics. */
  tally: Tally;
  payments: PaymentsPort;
  payouts: PayoutsPort;
  /** Takes outgoing mail; null in production without `SMTP_URL`. */
  mail: MailPort | null;
  /** What documents are printed with; read when the first one is. */
  fonts: PdfFonts;
  /** Finished files, seen by every process. */
  files: FileStorage;
  /** 32 bytes that sign cursors and visitor hashes and encrypt secrets. */
  encryptionKey: Buffer;
  /** The previous key during a rotation: decrypts only. */
  previousEncryptionKey?: Buffer;
  /** The actor for the audit log: a person's name in a command, else the name of the process. */
  actor: string;
}

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
  const database = { ...config.database, url: config.database.url, name: options.name };
  const sql = connectDatabase(database);
  const log = options.log ?? createLogger({ level: config.logLevel, name: options.name });
  const simulated = config.payments === 'simulated';
  const mail = createMail(config);
  return {
    config,
    sql,
    reads: connectDatabase({ ...database, planOnce: true, pipelined: 1 }),
    quickReads: connectDatabase({ ...database, planOnce: true, pool: QUICK_CONNECTIONS }),
    memory: createMemory(config),
    clock: options.clock ?? createDatabaseClock(sql, { movable: simulated }),
    log,
    foldedLog: foldRepeats(log),
    turns: new Turns(),
    tally: new Tally(),
    // Without a mail server nobody would get the tickets: live orders are refused before anybody pays.
    payments: createSimulatedPayments({ origin: config.origin, live: simulated && mail !== null }),
    payouts: createSimulatedPayouts({ enabled: simulated, memory: simulatedTransfers(sql) }),
    mail,
    fonts: new PdfFonts(),
    files: createFileStorage(config),
    encryptionKey: config.encryptionKey ?? randomBytes(32),
    previousEncryptionKey: config.previousEncryptionKey,
    actor: options.actor ?? options.name,
  };
}

export async function closeContext(ctx: Context): Promise<void> {
  ctx.clock.stop?.();
  ctx.foldedLog.close();
  ctx.files.close();
  await Promise.all([ctx.sql, ctx.reads, ctx.quickReads].map((sql) => sql.end({ timeout: 5 })));
}
