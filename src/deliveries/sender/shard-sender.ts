import type { Lane, SenderView } from '../workflow.js';

/** What sends the first attempts of the shards that this process holds, wherever it runs. */
export interface ShardSender {
  /** Aborted when this process is about to end: whoever holds a shard lets it go. */
  readonly signal: AbortSignal;
  /** How many shards are held. */
  readonly shards: number;
  /**
   * Sends the first attempts of a shard from now on.
   *
   * @returns how to let it go.
   * @throws {Error} when this process is about to end.
   */
  hold(shard: number): () => void;
  /** There may be something new to send. */
  look(): void;
  /** What operators see of a shard. */
  view(shard: number): SenderView;
  /** Attempts claimed and under way in this process, by lane. */
  counts(lane: Lane): { underWay: number; ahead: number };
  /** Claims nothing more, gives back what was not sent, and settles when all that is under way is written down. */
  stop(): Promise<void>;
}
