import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.js';

/** JSON that is the same for every caller but for one code. */
export interface KeptDocument {
  bytes: Buffer;
  /** Where the mark of the code is; −1: nowhere. */
  ref: number;
}

/** Documents by event as they were after the last change that this process knows of. */
export interface ListingsMemory {
  documents: LRUCache<string, KeptDocument>;
  /** Which run of the database server counted the changes. */
  server: string;
  generation: number;
  /** The page before lacked most of its documents, and so may the next. */
  cold: boolean;
}

/** What a process keeps of the database between requests; a restart loses nothing but time. */
export interface Memory {
  /** Null: documents are read each time. */
  listings: ListingsMemory | null;
}

/** What a document takes beside its bytes: its key, the objects of its buffer, the entry in the cache. */
const ENTRY_BYTES = 800;

export function createMemory({ listingsMemory }: Config): Memory {
  if (listingsMemory === 0) return { listings: null };
  const sizeCalculation = ({ bytes }: KeptDocument) => bytes.length + ENTRY_BYTES;
  return {
    listings: {
      documents: new LRUCache({ maxSize: listingsMemory, sizeCalculation }),
      server: '',
      generation: -1,
      cold: true,
    },
  };
}
