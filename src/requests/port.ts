import type { createPostgresStore } from './postgres-store.js';

declare module '../platform/context/context.js' {
  interface Context {
    requests: RequestStore;
  }
}

/** Where the request log is: in Postgres. */
export type RequestStore = ReturnType<typeof createPostgresStore>;
