import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { KeyDirectory } from '../../src/access/authenticate.js';
import type { UseCounter } from '../../src/access/key-use.js';
import type { Caller, Capability, KeyKind, Scope } from '../../src/core/viewer.js';
import type { Context } from '../../src/platform/context/context.js';
import type { RequestRecorder } from '../../src/requests/record-requests.js';
import type { SignalRecorder } from '../../src/signals/record-signal.js';
import type { RouteDocument } from './route-document.js';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A file of `api/routes` exports this; `app.ts` mounts it under both base addresses. */
export type Route = (app: App, ctx: Context) => void;

export interface KeyedAccess {
  keyed: true;
  kinds: readonly KeyKind[];
  /** The capability that a live key needs; a test key has all. */
  capability?: Capability;
  /** The scope that an access token needs; without it the endpoint takes keys only. */
  scope?: Scope;
  /** The route keeps the caller waiting on purpose, and says itself when it has been too long. */
  patient?: boolean;
  /** Feed readers cannot send headers: a website or test key may stand in the parameter `key`. */
  keyInQuery?: boolean;
  /**
   * Assistants: calls without a key are served too, without a caller, up to this number a minute from one address,
   * counted under `name`. `request.caller` is then unset. Only a present `Origin` is checked, because assistants run
   * anywhere.
   */
  keyless?: { name: string; perMinute: number };
}

export interface OpenAccess {
  keyed: false;
  /** Whether pages of every website may read the answer. */
  anyOrigin: boolean;
  /** Requests a minute from one address, counted under `name`; absent: not counted. */
  limit?: { name: string; perMinute: number };
  /** Waits for nothing, and is answered however much else is in progress. */
  vital?: boolean;
}

export type Access = KeyedAccess | OpenAccess;

export const ANY_KEY: readonly KeyKind[] = ['test', 'website', 'server'];
export const SERVER_OR_TEST: readonly KeyKind[] = ['test', 'server'];

/** The route needs a key; inside its handler `request.caller` is set. */
export function keyed(options: Omit<KeyedAccess, 'keyed'>): KeyedAccess {
  return { keyed: true, ...options };
}

/** Who may call a route of the API: each route names its class. `test/api/security/access-tables.ts` draws them from the contract. */
export const ACCESS = {
  /** Lists of events, categories and cities. */
  listing: keyed({ kinds: ANY_KEY, scope: 'events:read' }),
  event: keyed({ kinds: ANY_KEY, scope: 'events:details' }),
  feed: keyed({ kinds: ANY_KEY, scope: 'events:read', keyInQuery: true }),
  /** Earnings and statements. */
  earnings: keyed({ kinds: SERVER_OR_TEST, scope: 'earnings:read' }),
  offers: keyed({ kinds: SERVER_OR_TEST, capability: 'CARD_LINKED_OFFERS' }),
  /** Ticket types, and new orders. */
  checkout: keyed({ kinds: SERVER_OR_TEST, capability: 'EMBEDDED_CHECKOUT' }),
  /** An order that exists: also once the capability is withdrawn. */
  order: keyed({ kinds: SERVER_OR_TEST }),
  bulk: keyed({ kinds: SERVER_OR_TEST, capability: 'BULK_FEEDS', patient: true }),
  assistant: keyed({ kinds: ANY_KEY, keyInQuery: true, keyless: { name: 'mcp', perMinute: 60 } }),
  /** Browser signals: read from any website, with the key in their body or none. */
  signal: { keyed: false, anyOrigin: true, limit: { name: 'track', perMinute: 300 } },
  /** The unauthenticated sandbox: readable from any website. */
  demo: { keyed: false, anyOrigin: true, limit: { name: 'demo', perMinute: 60 } },
  /** A limit in addition to each client's limit: it stops guessing and floods before the database is queried. */
  oauth: { keyed: false, anyOrigin: false, limit: { name: 'oauth', perMinute: 300 } },
  /** Doors of one venue share an address; a scanner takes a code a second at best. */
  organizer: { keyed: false, anyOrigin: false, limit: { name: 'organizer', perMinute: 1_200 } },
  /** No key, no limit, no reading from other websites. */
  open: { keyed: false, anyOrigin: false },
} as const satisfies Record<string, Access>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Who is behind each key and token. */
    keys: KeyDirectory;
    /** Gathers browser signals from both base addresses. */
    signals: SignalRecorder;
    /** Counts the calls of each key. */
    keyUse: UseCounter;
    /** Notes the calls of each key, for its company. */
    requestLog: RequestRecorder;
    /** The operations that take a key, as the request log names them. */
    loggedRoutes: Set<string>;
  }
  interface FastifyContextConfig {
    /** Who may call the route. Routes without it are pages of the service itself. */
    access?: Access;
    /** Whether pages of every website may call the route, which declares no access. */
    anyOrigin?: boolean;
    /** The OpenAPI document's facts about the route, besides its schema. */
    document?: RouteDocument;
  }
  interface FastifyRequest {
    /** Who calls; set on keyed routes before anything else of the route runs. */
    caller: Caller;
  }
}
