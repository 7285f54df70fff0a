import type { Context } from '../../platform/context/context.js';
import { shardOf } from '../rules/shards.js';
import { listWaitingEndpoints } from '../sql/first-attempts.js';
import type { Lane, SenderView } from '../workflow.js';
import { claimRound, mayClaim } from './claim-round.js';
import { Dispatcher } from './dispatcher.js';
import { Rate } from './rate.js';
import type { ShardSender } from './shard-sender.js';

/** How often it looks for work that no message announced: leases that ended, messages that were lost. */
const LOOK_EVERY_MS = 2_000;
/** Claims follow one another so closely at most: what comes meanwhile is claimed together. */
const CLAIM_EVERY_MS = 5;
/** A shard that was let go is still sent for so long, until its next holder has it: claims keep the two apart. */
const LET_GO_MS = 3_000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/** First attempts that wait in the database are claimed, sent and written down by one of these in each worker. */
export class Sender implements ShardSender {
  private readonly holders = new Map<number, number>();
  private readonly letGo = new Map<number, number>();
  private readonly rates = new Map<number, Rate>();
  private readonly dispatcher: Dispatcher;
  /** Endpoints with something to claim, by when the first of it was due. */
  private waiting = new Map<string, Date>();
  private hungry = new Set<string>();
  private lookDue = true;
  private lookedAt = 0;
  private woken = false;
  private resume: () => void = () => {};
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly ctx: Context) {
    this.dispatcher = new Dispatcher(ctx, {
      onSent: (endpointId) => {
        this.rateOf(shardOf(endpointId)).add(performance.now());
      },
      // Most attempts end when nothing more can be claimed; those do not wake the loop.
      onRoom: (endpointId) => {
        if (this.hungry.has(endpointId)) this.wake();
      },
      onFreed: () => {
        if (this.hungry.size > 0) this.wake();
      },
      onGivenBack: () => {
        this.lookDue = true;
      },
    });
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  hold(shard: number): () => void {
    if (this.stopping.signal.aborted) throw new Error('this worker is about to end');
    this.holders.set(shard, (this.holders.get(shard) ?? 0) + 1);
    this.letGo.delete(shard);
    this.running ??= this.run();
    this.look();
    return () => {
      const left = (this.holders.get(shard) ?? 1) - 1;
      if (left > 0) this.holders.set(shard, left);
      else {
        this.holders.delete(shard);
        this.letGo.set(shard, performance.now() + LET_GO_MS);
      }
    };
  }

  look(): void {
    this.lookDue = true;
    this.wake();
  }

  view(shard: number): SenderView {
    const now = this.ctx.clock.now().getTime();
    const due = [...this.waiting].filter(([id]) => shardOf(id) === shard).map(([, at]) => at.getTime());
    const { underWay, ahead } = this.dispatcher.counts((id) => shardOf(id) === shard);
    return {
      perSecond: Math.round(this.rateOf(shard).perSecond(performance.now())),
      underWay,
      claimed: ahead,
      endpointsWaiting: due.length,
      oldestSeconds: due.length === 0 ? 0 : Math.max(0, Math.round((now - Math.min(...due)) / 1_000)),
    };
  }

  counts(lane: Lane): { underWay: number; ahead: number } {
    return this.dispatcher.counts((_id, queue) => queue.lane === lane);
  }

  get shards(): number {
    return this.holders.size;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.dispatcher.halt();
    this.wake();
    await this.running;
    await this.dispatcher.close();
  }

  private async run(): Promise<void> {
    let backoff = FIRST_BACKOFF_MS;
    while (!this.stopping.signal.aborted) {
      this.woken = false;
      try {
        if (this.lookDue || performance.now() - this.lookedAt > LOOK_EVERY_MS) await this.lookAround();
        const claimed = await claimRound(this.ctx, this.dispatcher, this.hungry);
        backoff = FIRST_BACKOFF_MS;
        if (claimed > 0 || mayClaim(this.dispatcher, this.hungry)) await this.pause(CLAIM_EVERY_MS);
        else await this.untilWoken();
      } catch (err) {
        this.ctx.foldedLog.log('warn', 'sender', { err }, 'first attempts could not be claimed');
        await this.pause(backoff);
        backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS);
        this.lookDue = true;
      }
    }
  }

  private async lookAround(): Promise<void> {
    this.lookDue = false;
    this.lookedAt = performance.now();
    this.dispatcher.fromOldest();
    const held = this.heldShards();
    if (held.size === 0) {
      this.waiting.clear();
      this.hungry.clear();
      return;
    }
    const found = (await listWaitingEndpoints(this.ctx.sql)).filter((one) => held.has(shardOf(one.endpointId)));
    this.waiting = new Map(found.map(({ endpointId, due }) => [endpointId, due]));
    this.hungry = new Set(this.waiting.keys());
    this.dispatcher.forgetIdle(this.waiting);
  }

  private heldShards(): Set<number> {
    const now = performance.now();
    for (const [shard, until] of this.letGo) if (until < now) this.letGo.delete(shard);
    return new Set([...this.holders.keys(), ...this.letGo.keys()]);
  }

  private rateOf(shard: number): Rate {
    const rate = this.rates.get(shard) ?? new Rate();
    this.rates.set(shard, rate);
    return rate;
  }

  private wake(): void {
    this.woken = true;
    this.resume();
  }

  /** Until somebody wakes it, which may have been while it worked, or the next look is due. */
  private untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      if (this.woken) return resolve();
      const timer = setTimeout(() => this.look(), Math.max(0, this.lookedAt + LOOK_EVERY_MS - performance.now()));
      this.resume = () => {
        clearTimeout(timer);
        this.resume = () => {};
        resolve();
      };
    });
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}
