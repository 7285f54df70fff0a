import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Context } from '../../platform/context/context.js';
import { ANSWER_DEADLINE_MS } from '../../platform/outbound-http/send.js';
import { notifySenders } from '../../platform/outbox/notify-senders.js';
import { deleteSender, freeShard, keepShards } from '../sql/sender-shards.js';

/** The parts of all endpoints. One worker at a time makes a shard's attempts, so one place limits an endpoint's share. */
export const SHARDS = 8;

/** The shard of an endpoint, from 0: always the same (FNV-1a over the id). */
export function shardOf(endpointId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < endpointId.length; index += 1) {
    hash = Math.imul(hash ^ endpointId.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % SHARDS;
}

/**
 * How long this process begins attempts of its shards unless the lease is renewed. Others take a shard later by the
 * longest attempt: at that time the attempts that began under the lease have ended, and a receiver never has more than
 * eight.
 */
const LEASE_MS = 8_000;
const RENEW_EVERY_MS = 2_000;
/** A notification may mean a free shard: at most one look for it in this time. */
const LOOK_EVERY_MS = 200;
/** How long attempts under way may take before a shard is handed over with them. */
const MAX_WAIT_MS = 1_000;

interface ShardWork {
  /** A shard was acquired, with the attempts under way at its last holder, by endpoint. */
  beginShard(busy: Record<string, number>): void;
  /** A shard is handed over: releases its claims; returns its attempts under way. */
  endShard(shard: number, maxWaitMs: number): Promise<Record<string, number>>;
}

/** The shards that this process has, each under a lease in Postgres. */
export class Leases {
  private readonly holder = `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`;
  private readonly acquired = new Set<number>();
  private readonly leaving = new Map<number, Promise<void>>();
  private until = 0;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private fairShare = 0;

  constructor(
    private readonly ctx: Context,
    private readonly work: ShardWork,
  ) {}

  /** How many shards this process has. */
  get size(): number {
    return performance.now() < this.until ? this.acquired.size : 0;
  }

  /** By the monotonic clock, which runs while a process is stopped. A shard is leased again after that. */
  has(shard: number): boolean {
    return this.acquired.has(shard) && performance.now() < this.until;
  }

  /**
   * Renews the leases when it is time, or looks for free shards while this process has less than its fair share.
   *
   * @returns whether shards were taken.
   */
  async keep(): Promise<boolean> {
    const age = performance.now() - this.lookedAt;
    const wantsMore = this.acquired.size + this.leaving.size < this.fairShare;
    if (age < (wantsMore ? LOOK_EVERY_MS : RENEW_EVERY_MS)) return false;
    // The lease counts from before the statement, so it ends here first.
    const askedAt = performance.now();
    this.lookedAt = askedAt;
    const shards = await keepShards(this.ctx.sql, this.holder, LEASE_MS + ANSWER_DEADLINE_MS);
    this.until = askedAt + LEASE_MS;
    this.fairShare = shards[0]?.fairShare ?? this.fairShare;
    const now = shards.filter(({ shard }) => !this.leaving.has(shard));
    const added = now.filter(({ shard }) => !this.acquired.has(shard));
    this.acquired.clear();
    for (const { shard } of now) this.acquired.add(shard);
    for (const { inherited } of added) if (inherited) this.work.beginShard(inherited);
    for (const shard of [...this.acquired].slice(this.fairShare)) this.handOver(shard);
    return added.length > 0;
  }

  /** Frees all shards at once, and names the attempts that run longer than a moment. */
  async stop(): Promise<void> {
    for (const shard of this.acquired) this.handOver(shard);
    await Promise.all(this.leaving.values());
    await deleteSender(this.ctx.sql, this.holder).catch(() => {});
  }

  private handOver(shard: number): void {
    this.acquired.delete(shard);
    const left = this.work
      .endShard(shard, MAX_WAIT_MS)
      .then((busy) => freeShard(this.ctx.sql, { holder: this.holder, shard, busy }))
      .then(() => notifySenders(this.ctx.sql))
      // The lease expires.
      .catch((err: unknown) => this.ctx.log.warn({ shard, err }, 'a shard could not be handed over'))
      .finally(() => this.leaving.delete(shard));
    this.leaving.set(shard, left);
  }
}

/** Attempts that previous holders of a shard still made when this process took the shard over, by endpoint. */
export class AttemptsElsewhere {
  private readonly busy = new Map<string, { count: number; until: number }>();

  beginShard(busy: Readonly<Record<string, number>>, now: number): void {
    for (const [endpointId, count] of Object.entries(busy)) {
      this.busy.set(endpointId, { count, until: now + ANSWER_DEADLINE_MS });
    }
  }

  /** @returns how many of the endpoint's places the attempts of previous holders may still occupy. */
  count(endpointId: string, now: number): number {
    const busy = this.busy.get(endpointId);
    if (busy && busy.until <= now) this.busy.delete(endpointId);
    return busy && busy.until > now ? busy.count : 0;
  }

  /**
   * @returns the attempts for the next holder of a shard to count: `own`, and attempts of its previous holders that may
   * still run.
   */
  handOver(shard: number, own: ReadonlyMap<string, number>, now: number): Record<string, number> {
    const left = new Map(own);
    for (const endpointId of [...this.busy.keys()].filter((id) => shardOf(id) === shard)) {
      const count = this.count(endpointId, now);
      if (count > 0) left.set(endpointId, (left.get(endpointId) ?? 0) + count);
    }
    return Object.fromEntries(left);
  }
}
