import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { UseCounter } from '../../src/access/count-use.js';
import type { Caller, Capability, KeyKind, Scope } from '../../src/core/viewer.js';
import type { Context } from '../../src/platform/context/context.js';
import type { SignalRecorder } from '../../src/signals/record-signal.js';
import type { RouteDocument } from './route-document.js';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A file of `api/routes` exports one of these; `app.ts` mounts it under both base addresses. */
export type Route = (app: App, ctx: Context) => void;

export interface KeyedAccess {
  keyed: true;
  kinds: readonly KeyKind[];
  /** What a live key must have been granted; a test key always may. */
  capability?: Capability;
  /** What an access token needs; without it the endpoint takes keys only. */
  scope?: Scope;
  /** The route keeps the caller waiting on purpose, and says itself when it has been too long. */
  patient?: boolean;
  /** Feed readers cannot send headers: a website or test key may stand in the parameter `key`. */
  keyInQuery?: boolean;
  /**
   * Assistants: calls without a key are served too, as nobody's, so many a minute from one address counted under `name`.
   * `request.caller` is then unset. Only a present `Origin` is judged, as assistants run anywhere.
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

/** No key, no limit, no reading from other websites. */
export const open: OpenAccess = { keyed: false, anyOrigin: false };

/** The unauthenticated sandbox: readable from any website, 60 requests a minute from one address. */
export const demo: OpenAccess = { keyed: false, anyOrigin: true, limit: { name: 'demo', perMinute: 60 } };

declare module 'fastify' {
  interface FastifyInstance {
    /** Gathers browser signals from both base addresses. */
    signals: SignalRecorder;
    /** Counts the calls of each key. */
    keyUse: UseCounter;
  }
  interface FastifyContextConfig {
    /** Who may call the route. Routes without it are pages of the service itself. */
    access?: Access;
    /** What the OpenAPI document says of the route beside its schema. */
    document?: RouteDocument;
  }
  interface FastifyRequest {
    /** Who calls; set on keyed routes before anything else of the route runs. */
    caller: Caller;
    /** Its key's use has been counted. */
    counted: boolean;
  }
}
