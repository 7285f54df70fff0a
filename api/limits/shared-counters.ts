import { Valkey } from 'iovalkey';
import type { Logger } from '../../src/platform/logs/logger.js';
import { type Count, WINDOW_MS } from './local-counters.js';

/** How long a call waits for the store before it is counted locally. */
const TIMEOUT_MS = 500;
/** How long after a failure the store is tried again. */
const RETRY_MS = 1_000;
/** How long the first connection may delay the start of the process. */
const CONNECT_MS = 2_000;

/** The window begins with its first call; the limit itself differs from key to key and is compared by the caller. */
const COUNT = `
redis.call('set', KEYS[1], 0, 'PX', ARGV[1], 'NX')
return {redis.call('incr', KEYS[1]), redis.call('pttl', KEYS[1])}`;

interface CountingClient extends Valkey {
  countCall(key: string, windowMs: number): Promise<[count: number, msLeft: number]>;
}

/** After a failure, the connection ends and the store rests until it counts once on a new one: only running calls wait. */
export class SharedCounters {
  private readonly client: CountingClient;
  private awaySince: number | null = null;
  private closed = false;
  private settle: () => void = () => {};

  /** Whether calls are counted in the store now. */
  reachable = false;
  /** How often the store went away. */
  outages = 0;
  /** Settles with the first connection, or once it is clear that there is none for now. */
  readonly ready = new Promise<void>((resolve) => {
    this.settle = resolve;
  });

  constructor(
    url: string,
    private readonly log: Logger,
  ) {
    const client = new Valkey(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_MS,
      commandTimeout: TIMEOUT_MS,
      disconnectTimeout: 100,
      keepAlive: 10_000,
      retryStrategy: () => RETRY_MS,
    });
    client.defineCommand('countCall', { numberOfKeys: 1, lua: COUNT });
    this.client = client as CountingClient;
    client.on('ready', () => void this.tryOut());
    client.on('error', (error: Error) => this.away(error));
    client.on('close', () => this.away(new Error('the connection ended')));
  }

  /** Counts a call; null if the store could not. */
  async count(name: string): Promise<Count | null> {
    if (!this.reachable) return null;
    try {
      return await this.increment(name);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  close(): void {
    this.closed = true;
    this.client.disconnect();
  }

  private async increment(name: string): Promise<Count> {
    const sentAt = performance.now();
    const [count, msLeft] = await this.client.countCall(`partner-events:limit:${name}`, WINDOW_MS);
    // Less the way of the answer, so that a window never ends later here than in the store.
    return { count, msLeft: Math.floor(msLeft - (performance.now() - sentAt)) };
  }

  /** A store may accept connections and refuse to write. */
  private async tryOut(): Promise<void> {
    try {
      await this.increment('trial');
      this.back();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.away(error);
    // When several calls fail together, the first ends the connection.
    if (this.client.status === 'ready') this.client.disconnect(true);
  }

  private away(error: unknown): void {
    if (this.closed || (!this.reachable && this.awaySince !== null)) return;
    this.reachable = false;
    this.awaySince = performance.now();
    this.outages++;
    this.log.warn({ err: error }, 'Redis is unavailable: this process counts rate limits alone');
    this.settle();
  }

  private back(): void {
    if (this.closed) return;
    if (this.awaySince !== null) {
      const seconds = Math.round((performance.now() - this.awaySince) / 1_000);
      this.log.info({ seconds }, 'Redis is available again: rate limits are shared');
    }
    this.awaySince = null;
    this.reachable = true;
    this.settle();
  }
}
