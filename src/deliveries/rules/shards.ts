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
