import { DefaultLogger, makeTelemetryFilterString, Runtime, type TelemetryOptions } from '@temporalio/worker';
import { type FoldingLog, foldRepeats } from '../src/platform/logs/fold-repeats.js';
import type { Logger } from '../src/platform/logs/logger.js';
import { freePort } from '../src/platform/process/free-port.js';

const LEVELS = { TRACE: 'debug', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
/** Another process may take a port after we found it free and before the SDK listens on it. */
const TRIES = 5;

export interface InstalledRuntime {
  /** The SDK's own metrics in the text format; undefined when they are off. */
  metrics: (() => Promise<string>) | undefined;
  /** The log that the SDK writes to. */
  log: FoldingLog;
}

/**
 * Sets the SDK up for this process: its TypeScript and its native half write to our log, the same line a few times a
 * minute at most, and the signals are left to us. The native half serves its metrics on a loopback port that only
 * this process asks, so that there is one address for both.
 */
export async function installRuntime(log: Logger, options: { metrics: boolean }): Promise<InstalledRuntime> {
  const folded = foldRepeats(log);
  const logger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    folded.log(LEVELS[level], kindOf(message, meta), meta ?? {}, message);
  });
  const logging = { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} };
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const telemetryOptions = { logging, ...(options.metrics && { metrics: metricsOn(port) }) };
    try {
      Runtime.install({ logger, telemetryOptions, shutdownSignals: [] });
      return { log: folded, metrics: options.metrics ? () => readMetrics(port) : undefined };
    } catch (error) {
      if (!/Address already in use/.test(String(error)) || attempt === TRIES) throw error;
    }
  }
}

function metricsOn(port: number): TelemetryOptions['metrics'] {
  return {
    attachServiceName: false,
    prometheus: {
      bindAddress: `127.0.0.1:${port}`,
      countersTotalSuffix: true,
      unitSuffix: true,
      useSecondsForDurations: true,
    },
  };
}

async function readMetrics(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(3_000) });
  return answer.text();
}

/** Task tokens, ids of ours, and whatever word has a digit: numbers, run ids, addresses. */
const VARYING = /[\w+/=-]{40,}|\b(?:[a-z]+_)+[A-Za-z0-9]{20}\b|[\w-]*\d[\w-]*/g;

/** Numbers and ids do not change the kind of a message. The place of the failure and its error do. */
export function kindOf(message: string, meta: Record<string, unknown> = {}): string {
  const cause = meta.error instanceof Error ? meta.error.message : '';
  const text = `${message} ${cause}`.replace(VARYING, '#').replace(/#(?:[,.:;\s]*#)+/g, '#');
  return [text, meta.target, meta.workflowType, meta.activityType, meta.taskQueue].filter(Boolean).join(' ');
}
