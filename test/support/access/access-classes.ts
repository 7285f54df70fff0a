import type { Scope } from '../../../src/core/viewer.js';

/** The endpoints of the contract, by who may call them: drawn from it, never from the code. */
export const CLASSES = {
  listing: ['GET /events', 'GET /categories', 'GET /locations'],
  event: ['GET /events/{id}'],
  feed: ['GET /feeds/{file}'],
  earnings: [
    'GET /earnings',
    'GET /settlements',
    'GET /reports/earnings',
    'GET /reports/funnel',
    'GET /reports/earnings.csv',
    'GET /reports/funnel.csv',
  ],
  /** As earnings, but test sales never settle. */
  statement: [
    'GET /settlements/{id}/lines',
    'GET /settlements/{id}.csv',
    'GET /settlements/{id}.xlsx',
    'GET /settlements/{id}.pdf',
  ],
  offers: ['GET /offers'],
  checkout: ['GET /events/{id}/tickets', 'GET /tickets', 'POST /orders'],
  order: ['GET /orders', 'GET /orders/{id}', 'POST /orders/{id}/cancel'],
  bulk: ['GET /bulk/{file}'],
  assistant: ['POST /mcp'],
  /** As the assistant's, but 405 without `key` in its address. */
  describe: ['GET /mcp'],
  signal: ['POST /track'],
  demo: ['GET /demo/events', 'GET /demo/events/{id}', 'GET /demo/categories', 'GET /demo/locations'],
  oauth: ['POST /oauth/token', 'POST /oauth/revoke'],
} as const satisfies Record<string, readonly string[]>;

const KEYLESS = ['signal', 'demo', 'oauth'];

/** Classes that take a key. */
export const KEYED = Object.keys(CLASSES).filter((name) => !KEYLESS.includes(name));

/** The scope that a token needs (contract: Authentication 5); the other classes take only keys. */
export const SCOPE_OF = {
  listing: 'events:read',
  event: 'events:details',
  feed: 'events:read',
  earnings: 'earnings:read',
  statement: 'earnings:read',
} as const satisfies Partial<Record<keyof typeof CLASSES, Scope>>;

/** Endpoints that a token opens, and the scope it needs. */
export const SCOPED = Object.entries(SCOPE_OF).flatMap(([name, scope]) =>
  CLASSES[name as keyof typeof SCOPE_OF].map((endpoint): [endpoint: string, scope: Scope] => [endpoint, scope]),
);
