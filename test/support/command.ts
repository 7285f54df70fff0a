import { Readable } from 'node:stream';
import { runCommand } from '../../src/cli/run-command.js';
import type { TestContext } from './context.js';

export interface CommandEnd {
  /** The exit code. */
  code: number;
  out: string;
  err: string;
}

export interface CommandOptions {
  /** Above the settings of the test's context; an empty value takes one away. */
  env?: Record<string, string>;
  stdin?: string | Readable;
  /** Ends a command that runs until a stop. */
  signal?: AbortSignal;
  /** Sees each piece of standard output as it comes. */
  onOut?: (text: string) => void;
}

/**
 * Runs `partner-events <argv>` inside this process, on the database, the namespace and the task queues of a test: a
 * fraction of the time that a separate process takes.
 */
export async function runCli(
  ctx: TestContext,
  argv: readonly string[],
  options: CommandOptions = {},
): Promise<CommandEnd> {
  const { stdin = '', onOut } = options;
  const ended = { out: '', err: '' };
  const code = await runCommand(argv, {
    stdin: typeof stdin === 'string' ? Readable.from([stdin]) : stdin,
    stdout: {
      write(text) {
        ended.out += text;
        onOut?.(text);
      },
    },
    stderr: { write: (text) => (ended.err += text) },
    env: { ...settingsOf(ctx), ...options.env },
    ending: () => options.signal ?? new AbortController().signal,
  });
  return { code, ...ended };
}

function settingsOf({ config, databaseUrl }: TestContext): Record<string, string | undefined> {
  return {
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    DATA_DIR: config.dataDir,
    BASE_URL: config.baseUrl,
    TEMPORAL_ADDRESS: config.temporal.address,
    TEMPORAL_NAMESPACE: config.temporal.namespace,
    TEMPORAL_QUEUE_SUFFIX: config.temporal.queueSuffix,
    ENCRYPTION_KEY: config.encryptionKey?.toString('base64'),
    ALLOW_PRIVATE_DELIVERY: config.allowPrivateDelivery ? '1' : '0',
  };
}
