import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type BuildOptions, buildApp } from '../../../api/app.js';
import type { App } from '../../../api/http/access.js';
import type { Context } from '../../../src/platform/context/context.js';

export interface MountedRoute {
  method: string;
  /** As the router knows it, with its base path and `:name` parameters, without the patterns of these. */
  url: string;
}

const INITIALIZED = 'fastify.initialization';

function isHookable(message: unknown): message is { fastify: Pick<App, 'addHook'> } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}

/** Builds the app and lists every mounted route, also routes of plugins, in any scope. */
export async function buildAndWalk(
  ctx: Context,
  options?: BuildOptions,
): Promise<{ app: App; routes: MountedRoute[] }> {
  const routes: MountedRoute[] = [];
  const watch = (message: unknown): void => {
    if (!isHookable(message)) return;
    message.fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url: url.replace(/\(.*\)/, '') });
    });
  };
  subscribe(INITIALIZED, watch);
  try {
    return { app: await buildApp(ctx, options), routes };
  } finally {
    unsubscribe(INITIALIZED, watch);
  }
}
