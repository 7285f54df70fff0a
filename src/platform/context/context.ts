import type { Clock } from '../../core/clock.js';
import type { Cursors } from '../../core/cursor.js';
import type { Config } from '../config/config.js';
import type { Sql } from '../database/database.js';
import type { FileStorage } from '../files/storage/port.js';
import type { FoldingLog } from '../logs/fold-repeats.js';
import type { Logger } from '../logs/logger.js';
import type { MailPort } from '../mail/transport/port.js';
import type { ProcessCounts } from '../metrics/process-counts.js';
import type { PdfFonts } from '../pdf/fonts.js';
import type { Turns } from '../process/turns.js';
import type { Tracer } from '../traces/span.js';
import type { StoredTrace } from '../traces/trace-context.js';

/** Data that a process keeps between requests; a restart loses only time. Rooms declare parts, `createContext` makes them. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add to it
export interface Memory {}

/** The first argument of every use case: `verb(ctx, input)`. Rooms add their own parts. */
export interface Context {
  config: Config;
  sql: Sql;
  /** For reading listings: separate connections, so that writers never delay readers, and plans made once. */
  reads: Sql;
  /** For statements well under a millisecond, many of which share one connection: slow ones go to {@link reads}. */
  quickReads: Sql;
  memory: Memory;
  /** The database's clock; in tests a clock that the test moves. */
  clock: Clock;
  log: Logger;
  /** The same log, for lines that may come by the thousand. */
  foldedLog: FoldingLog;
  /** Records spans; null: none are exported. */
  tracer: Tracer | null;
  /** Limits how much of some work this process does at once, and keeps its order. */
  turns: Turns;
  counts: ProcessCounts;
  /** Takes outgoing mail; null in production without `SMTP_URL`. */
  mail: MailPort | null;
  /** What documents are printed with; read when the first one is. */
  fonts: PdfFonts;
  /** Finished files, seen by every process. */
  files: FileStorage;
  /** Where the next pages of lists begin. */
  cursors: Cursors;
  encryptionKey: Buffer;
  previousEncryptionKey?: Buffer;
  /** The actor for the audit log: a person's name in a command, else the name of the process. */
  actor: string;
  trace?: StoredTrace;
  /** The IP address of the dashboard's call that is answered, for the audit log. */
  callerAddress?: string;
}
