import type { Config } from '../../src/platform/config/config.js';

/** The base paths of the API: the paths of both public addresses. */
export function basePaths(config: Config): string[] {
  const paths = [config.baseUrl, config.siteBaseUrl].map((address) => new URL(address).pathname.replace(/\/+$/, ''));
  return [...new Set(paths)];
}

/** Whether an address is an OAuth endpoint, whose errors have a body of their own (contract: Errors 2). */
export function isOAuth(url: string, config: Config): boolean {
  return url.includes('/oauth/') && basePaths(config).some((path) => url.startsWith(`${path}/oauth/`));
}
