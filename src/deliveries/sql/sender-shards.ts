import type { Queryable } from '../../platform/database/database.js';

export interface HeldShard {
  shard: number;
  /** Attempts of the previous holder that may still run, by endpoint; null for a renewed shard. */
  inherited: Record<string, number> | null;
  /** How many shards each live sender may hold. */
  fairShare: number;
}

/**
 * Renews a sender's leases, marks it as alive, and takes free shards up to its fair share. By the database's clock.
 *
 * @returns all shards that it holds now.
 */
export async function keepShards(db: Queryable, holder: string, leaseMs: number): Promise<HeldShard[]> {
  return db<HeldShard[]>`
    WITH until AS (SELECT now() + ${leaseMs} * interval '1 millisecond' AS at),
    me AS (
      INSERT INTO senders (holder, seen_until) SELECT ${holder}, at FROM until
      ON CONFLICT (holder) DO UPDATE SET seen_until = excluded.seen_until
    ), gone AS (
      DELETE FROM senders WHERE seen_until < now() - interval '1 minute'
    ), renewed AS (
      UPDATE sender_shards SET held_until = until.at FROM until WHERE holder = ${holder} AND held_until > now() RETURNING shard
    ), share AS (
      SELECT ceil((SELECT count(*) FROM sender_shards)::float8 / (1 + count(*)))::integer AS fair_share
        FROM senders WHERE seen_until > now() AND holder <> ${holder}
    ), taken AS (
      UPDATE sender_shards s SET holder = ${holder}, held_until = until.at, busy = '{}'
        FROM until, (SELECT shard, busy FROM sender_shards WHERE holder IS NULL OR held_until <= now() ORDER BY shard
                      LIMIT greatest(0, (SELECT fair_share FROM share) - (SELECT count(*) FROM renewed)) FOR NO KEY UPDATE SKIP LOCKED) free
       WHERE s.shard = free.shard RETURNING s.shard, free.busy
    )
    SELECT shard, NULL::jsonb AS inherited, fair_share FROM renewed, share
    UNION ALL SELECT shard, busy, fair_share FROM taken, share ORDER BY shard`;
}

/** Frees a shard. @param busy its holder's attempts under way, by endpoint: the next holder counts them. */
export async function freeShard(
  db: Queryable,
  { holder, shard, busy }: { holder: string; shard: number; busy: Record<string, number> },
): Promise<void> {
  await db`
    UPDATE sender_shards SET holder = NULL, held_until = NULL, busy = ${JSON.stringify(busy)}::text::jsonb
     WHERE shard = ${shard} AND holder = ${holder}`;
}

/** Removes a sender that has ended, so that the others get its share. */
export async function deleteSender(db: Queryable, holder: string): Promise<void> {
  await db`DELETE FROM senders WHERE holder = ${holder}`;
}
