import { readBuildInfo } from '../config/build-info.js';
import { type Config, readConfig } from '../config/config.js';
import { createLogger, type Logger, standardOutput } from '../logs/logger.js';

/** Longer than a worker gives its activities to end, shorter than what `npm start` and Docker wait before they kill. */
const CLOSE_MS = 25_000;

export interface ProcessOptions {
  /** For the log and `pg_stat_activity`. */
  name: string;
  start(config: Config, log: Logger): Promise<RunningProcess>;
}

interface RunningProcess {
  /** Settles when it has ended without a stop, which is a fault. */
  finished?: Promise<void>;
  /** Finishes running work, then closes everything. */
  close(): Promise<void>;
}

/** Runs a process until SIGTERM, SIGINT or the end of its parent's channel. A failed start logs one line and exits with 1. */
export async function runProcess(options: ProcessOptions): Promise<void> {
  const output = standardOutput();
  try {
    const config = readConfig(process.env);
    const log = createLogger({ level: config.logLevel, name: options.name, destination: output.stream });
    log.info(readBuildInfo(), 'starting');
    const stopRequested = toldToStop();
    const running = await Promise.race([options.start(config, log), stopRequested]);
    // A stop was requested while it still waited: it has taken no work yet.
    if (!running) process.exit(0);
    process.send?.('ready');
    log.info('ready');
    const failure = await Promise.race([stopRequested, endOf(running)]);
    if (failure) log.error({ err: failure }, 'stopping: the process cannot go on');
    const limit = setTimeout(() => {
      log.error('closing took too long: work in progress is cut off');
      process.exit(1);
    }, CLOSE_MS);
    await running.close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
    clearTimeout(limit);
    log.info('stopped');
    process.exit(failure ? 1 : 0);
  } catch (error) {
    // The reason is the last line: earlier lines may still be on their way.
    await output.written();
    const log = createLogger({ level: 'info', name: options.name, destination: output.stream });
    // Anything else is a bug of ours, and its stack says where.
    const isKnown = error instanceof Error && ['ConfigError', 'UnavailableError'].includes(error.name);
    if (isKnown) log.fatal({ event: 'cannot_start' }, error.message);
    else log.fatal({ event: 'cannot_start', err: error }, 'cannot start');
    process.exit(1);
  }
}

/** The reason why it ended, once it has. */
function endOf({ finished }: RunningProcess): Promise<Error> {
  if (!finished) return new Promise(() => {});
  return finished.then(
    () => new Error('it ended by itself'),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}

function toldToStop(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(undefined));
    if (process.connected) process.on('disconnect', () => resolve(undefined));
  });
}
