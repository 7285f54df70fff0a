/**
 * Into how many parts the endpoints are divided. One worker at a time sends the first attempts of a shard, so that one
 * place limits an endpoint's share. Several workers divide the shards among them.
 */
export const SHARDS = 8;

/** The shard of an endpoint, from 0: always the same (FNV-1a over the id). */
export function shardOf(endpointId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < endpointId.length; index += 1) {
    hash = Math.imul(hash ^ endpointId.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % SHARDS;
}
