import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logs/logger.js';
import { connectDatabase, type Sql } from './database.js';

/** How often both servers are asked how far they are. */
const PROBE_MS = 1_000;
/** A standby that takes longer to answer is away. */
const ANSWER_MS = 2_000;
/** A standby that is further behind is not read. */
export const MOST_BEHIND_MS = 5_000;

const PRIMARY_AT = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS at`;
/** A server that was promoted has no more to replay. */
const STANDBY_AT = `SELECT pg_wal_lsn_diff(
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0')::text AS at`;

/** The pools of a standby, for what `ctx.reads` and `ctx.quickReads` do on the primary. */
export interface StandbyPools {
  reads: Sql;
  quickReads: Sql;
}

/** What the metrics show. */
export interface StandbyState {
  usable: boolean;
  /** How far it is behind at most, in milliseconds; null: it has not answered. */
  behindMs: number | null;
}

/**
 * A standby of Postgres that listings may be read from. Once a second the primary is asked where its log ends, and the standby whether it
 * has replayed the log so far: nothing depends on clocks, and an idle primary leaves no standby behind. Call `start`.
 */
export class Standby {
  private open: (StandbyPools & { probe: Sql }) | null = null;
  /** A place in the primary's log that the standby has yet to replay, and when the primary was there. */
  private goal: { at: bigint; seenAt: number } | null = null;
  private behindMs: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private probing: Promise<void> | undefined;

  /** @param connect opens the pools: after the standby was away, again. */
  constructor(
    private readonly ctx: { sql: Sql; log: Logger },
    private readonly url: string,
    private readonly connect: (url: string) => StandbyPools,
  ) {}

  /** Begins to look; until the standby has answered, it is not read. */
  start(): void {
    const look = () => {
      this.probing ??= this.probe().finally(() => {
        this.probing = undefined;
      });
    };
    look();
    this.timer = setInterval(look, PROBE_MS).unref();
  }

  /** Its pools; null: it is away or too far behind, and the primary is read. */
  pools(): StandbyPools | null {
    return this.state().usable ? this.open : null;
  }

  state(): StandbyState {
    const { behindMs } = this;
    return { usable: this.open !== null && behindMs !== null && behindMs <= MOST_BEHIND_MS, behindMs };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.probing;
    await this.disconnect(5);
  }

  private async probe(): Promise<void> {
    const before = this.state().usable;
    // While the primary does not answer, the standby is as far as it was known to be.
    const primary = await askedWithin(this.ctx.sql, PRIMARY_AT);
    if (primary !== null) this.goal ??= { at: primary, seenAt: performance.now() };
    this.open ??= {
      ...this.connect(this.url),
      probe: connectDatabase({ url: this.url, pool: 1, statementTimeoutMs: ANSWER_MS, name: 'standby probe' }),
    };
    const at = await askedWithin(this.open.probe, STANDBY_AT);
    if (at === null) await this.disconnect(0);
    else if (this.goal) this.measure(at, this.goal);
    const { usable, behindMs } = this.state();
    if (usable === before) return;
    if (usable) this.ctx.log.info({ event: 'standby_up' }, 'lists of events are read from the standby');
    else
      this.ctx.log.warn(
        { event: 'standby_down', behindMs },
        'lists of events are read from the primary: the standby is away or behind',
      );
  }

  private measure(at: bigint, goal: { at: bigint; seenAt: number }): void {
    const isThere = at >= goal.at;
    this.behindMs = isThere ? 0 : performance.now() - goal.seenAt;
    if (isThere) this.goal = null;
  }

  /** Ends what is being read with an error, so that nobody waits for a server that has stopped. */
  private async disconnect(timeout: number): Promise<void> {
    const { open } = this;
    this.open = null;
    this.behindMs = null;
    if (open) await Promise.all([open.reads, open.quickReads, open.probe].map((sql) => sql.end({ timeout })));
  }
}

/** Where a server is in the log; null: it has not answered in time. */
async function askedWithin(sql: Sql, statement: string): Promise<bigint | null> {
  const query = sql.unsafe<{ at: string | null }[]>(statement).then(
    ([row]) => (row?.at ? BigInt(row.at) : null),
    () => null,
  );
  return Promise.race([query, pause(ANSWER_MS, null, { ref: false })]);
}
