import { createHmac } from 'node:crypto';
import { CHANGE_TYPES } from '../../core/change-type.js';
import { randomText } from '../../core/ids.js';
import { invalidField } from '../../core/problems.js';
import type { Context } from '../../platform/context/context.js';
import { addWebhook, endpointOwner } from './add-endpoint.js';
import { type Endpoint, listEndpoints } from './list-endpoints.js';
import { removeEndpoint } from './switch-endpoint.js';

/** Marks a webhook that lasts only as long as a local process. */
const PATH = '/partner-events-listen/';

/**
 * Registers a webhook of a test key for a process on this machine, for as long as that process listens. First removes
 * those left by processes that died.
 *
 * @param input.origin where the process listens, such as `http://127.0.0.1:4001`.
 * @param input.isAlive whether a process still listens at the URL of another temporary webhook.
 * @returns the webhook, its path, and its secret: always the same for the same key, so that a receiver can keep it.
 * @throws {ProblemError} `invalid_request` for an unknown key, a key that is no test key, and a refused URL.
 */
export async function addTemporaryWebhook(
  ctx: Context,
  input: { key: string; origin: string; isAlive: (url: string) => Promise<boolean> },
): Promise<{ webhook: Endpoint; path: string; secret: string; removed: string[] }> {
  const { key, origin, isAlive } = input;
  const { keyId, mode } = await endpointOwner(ctx, key);
  if (mode !== 'test') throw invalidField('key', 'is a live key: only deliveries of a test key are forwarded');
  const removed: string[] = [];
  for (const { id, url } of await listEndpoints(ctx, { keyId })) {
    if (!URL.parse(url)?.pathname.startsWith(PATH) || (await isAlive(url))) continue;
    await removeEndpoint(ctx, id);
    removed.push(id);
  }
  const path = PATH + randomText(20);
  const secret = `whsec_${createHmac('sha256', ctx.encryptionKey).update(`listen ${keyId}`).digest('hex').slice(0, 40)}`;
  const { secret: _given, ...webhook } = await addWebhook(ctx, {
    ...{ key: keyId, url: origin + path, secret },
    events: CHANGE_TYPES,
  });
  return { webhook, path, secret, removed };
}
