import { ReplyError, Valkey } from 'iovalkey';
import type { Logger } from '../../src/platform/logs/logger.js';
import { type Count, WINDOW_MS } from './local-counters.js';

/** How long a call waits for the store before it is counted locally. */
const PATIENCE_MS = 500;
/** How often a silent store is probed. */
const ASK_AGAIN_MS = 1_000;
/** After this many failed probes we reconnect: the peer may be gone silently. */
const SILENT_ASKS = 5;
/** How long the first connection may delay the start of the process. */
const FIRST_CONNECTION_MS = 2_000;

/** Counted by ourselves to see whether the store counts at all: it may answer a ping and refuse to write. */
const TRIAL = 'trial';

/** The window begins with its first call; the limit itself differs from key to key and is compared by the caller. */
const COUNT = `
redis.call('set', KEYS[1], 0, 'PX', ARGV[1], 'NX')
return {redis.call('incr', KEYS[1]), redis.call('pttl', KEYS[1])}`;

interface CountingClient extends Valkey {
  countCall(key: string, windowMs: number): Promise<[count: number, msLeft: number]>;
}

/**
 * Counters in Redis or Valkey that several processes share. A store that fails or does not reply in time is not used
 * until a probe of ours shows that it is back: only the calls in progress wait for it.
 */
export class SharedCounters {
  private readonly client: CountingClient;
  private readonly asking: NodeJS.Timeout;
  private isReachable = false;
  private awaySince: number | null = null;
  private asks = 0;
  private closed = false;

  /** How often the store went away. */
  outages = 0;

  constructor(
    url: string,
    private readonly log: Logger,
  ) {
    const client = new Valkey(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: FIRST_CONNECTION_MS,
      disconnectTimeout: 100,
      keepAlive: 10_000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    client.defineCommand('countCall', { numberOfKeys: 1, lua: COUNT });
    this.client = client as CountingClient;
    client.on('ready', () => this.back());
    client.on('error', (error: Error) => this.away(error));
    client.on('close', () => this.away(new Error('the connection ended')));
    this.asking = setInterval(() => void this.askAgain(), ASK_AGAIN_MS);
    this.asking.unref();
  }

  /** Whether calls are counted in the store now. */
  get reachable(): boolean {
    return this.isReachable;
  }

  /** Settles with the first connection, or once it is clear that there is none for now. */
  async ready(): Promise<void> {
    if (this.isReachable || this.awaySince !== null) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, FIRST_CONNECTION_MS);
      for (const event of ['ready', 'error', 'close']) {
        this.client.once(event, () => {
          clearTimeout(late);
          resolve();
        });
      }
    });
  }

  /** Counts a call; null if the store could not. */
  async count(name: string): Promise<Count | null> {
    if (!this.isReachable) return null;
    try {
      return await this.increment(name);
    } catch (error) {
      this.away(error);
      return null;
    }
  }

  private async increment(name: string): Promise<Count> {
    const [count, msLeft] = await inTime(this.client.countCall(`partner-events:limit:${name}`, WINDOW_MS));
    return { count, msLeft };
  }

  close(): void {
    this.closed = true;
    clearInterval(this.asking);
    this.client.disconnect();
  }

  private away(error: unknown): void {
    if (this.closed || (!this.isReachable && this.awaySince !== null)) return;
    this.isReachable = false;
    this.awaySince = performance.now();
    this.asks = 0;
    this.outages++;
    this.log.warn({ err: error }, 'Redis is unavailable: this process counts rate limits alone');
  }

  private back(): void {
    if (this.awaySince !== null) {
      const seconds = Math.round((performance.now() - this.awaySince) / 1_000);
      this.log.info({ seconds }, 'Redis is available again: rate limits are shared');
    }
    this.awaySince = null;
    this.isReachable = true;
  }

  private async askAgain(): Promise<void> {
    const { status } = this.client;
    // `connect`: the connection stands, and the store has not said yet that it is ready.
    if (this.isReachable || (status !== 'ready' && status !== 'connect')) return;
    try {
      if (++this.asks % SILENT_ASKS === 0) return this.client.disconnect(true);
      if (status !== 'ready') return;
      await this.increment(TRIAL);
      if (!this.closed) this.back();
    } catch (error) {
      // It answers, if only with a refusal: the connection is sound.
      if (error instanceof ReplyError) this.asks = 0;
    }
  }
}

/**
 * An answer that comes in time. When time is up, what has arrived meanwhile is read first: a process that was itself
 * too busy to look must not take the store for silent.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => setImmediate(() => reject(new Error(`no reply within ${PATIENCE_MS} ms`))),
      PATIENCE_MS,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
