import type { Queryable } from '../../platform/database/database.js';

export interface HeldShard {
  shard: number;
  /** It was free a moment ago: what its last holder had under way for long, by endpoint. */
  taken: Record<string, number> | null;
  /** How many shards are its part. */
  part: number;
}

/** Renews a sender's leases, marks it as alive, and takes free shards up to an equal part. By the database's clock. */
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
    ), part AS (
      SELECT ceil((SELECT count(*) FROM sender_shards)::float8 / (1 + count(*)))::integer AS part
        FROM senders WHERE seen_until > now() AND holder <> ${holder}
    ), taken AS (
      UPDATE sender_shards s SET holder = ${holder}, held_until = until.at, busy = '{}'
        FROM until, (SELECT shard, busy FROM sender_shards WHERE holder IS NULL OR held_until <= now() ORDER BY shard
                      LIMIT greatest(0, (SELECT part FROM part) - (SELECT count(*) FROM renewed)) FOR NO KEY UPDATE SKIP LOCKED) free
       WHERE s.shard = free.shard RETURNING s.shard, free.busy
    )
    SELECT shard, NULL::jsonb AS taken, part FROM renewed, part
    UNION ALL SELECT shard, busy, part FROM taken, part ORDER BY shard`;
}

/** Frees a shard; `busy` is what its holder still has under way, by endpoint. */
export async function freeShard(
  db: Queryable,
  { holder, shard, busy }: { holder: string; shard: number; busy: Record<string, number> },
): Promise<void> {
  await db`
    UPDATE sender_shards SET holder = NULL, held_until = NULL, busy = ${JSON.stringify(busy)}::text::jsonb
     WHERE shard = ${shard} AND holder = ${holder}`;
}

/** A sender has ended: its part goes to the others. */
export async function deleteSender(db: Queryable, holder: string): Promise<void> {
  await db`DELETE FROM senders WHERE holder = ${holder}`;
}
