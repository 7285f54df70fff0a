import type { onRequestHookHandler, onSendHookHandler, preHandlerHookHandler, RouteOptions } from 'fastify';
import type { Access, App, KeyedAccess, OpenAccess } from '../http/access.js';

type Many<T> = T | T[] | undefined;

/** The hooks of one route that plugins add to, in the order of their runs. */
export interface RouteHooks {
  onRequest(hook: onRequestHookHandler): void;
  preHandler(hook: preHandlerHookHandler): void;
  onSend(hook: onSendHookHandler): void;
}

function list<T>(hooks: Many<T>): T[] {
  return hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks];
}

function hooksOf(route: RouteOptions): RouteHooks {
  return {
    onRequest: (hook) => {
      route.onRequest = [...list(route.onRequest), hook];
    },
    preHandler: (hook) => {
      route.preHandler = [...list(route.preHandler), hook];
    },
    // In front: the framework drops the body of a HEAD answer in the last of them.
    onSend: (hook) => {
      route.onSend = [hook, ...list(route.onSend)];
    },
  };
}

/** Attaches hooks by a route's declared access when it is mounted: a call pays only for its own, without a look-up. */
export function onAccess(
  app: App,
  attach: {
    keyed?: (hooks: RouteHooks, access: KeyedAccess, route: RouteOptions) => void;
    open?: (hooks: RouteHooks, access: OpenAccess) => void;
    /** Routes that declare no access: pages of the service. */
    page?: (hooks: RouteHooks) => void;
  },
): void {
  app.addHook('onRoute', (route) => {
    const access: Access | undefined = route.config?.access;
    if (access?.keyed) attach.keyed?.(hooksOf(route), access, route);
    else if (access) attach.open?.(hooksOf(route), access);
    else attach.page?.(hooksOf(route));
  });
}
