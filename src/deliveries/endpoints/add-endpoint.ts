import { createHash } from 'node:crypto';
import { type ChangeType, DEFAULT_TYPES, mayReceive } from '../../core/change-type.js';
import { type Id, newId, randomText } from '../../core/ids.js';
import { parseKeyKind } from '../../core/key-format.js';
import { conflict, type FieldError, invalidField, noSuch, ProblemError } from '../../core/problems.js';
import type { KeyKind } from '../../core/viewer.js';
import { recordAction } from '../../platform/audit/record-action.js';
import type { Context } from '../../platform/context/context.js';
import { sealingKey } from '../../platform/secrets/keys.js';
import { sealSecret } from '../../platform/secrets/secret-box.js';
import { type EndpointKind, type Subscriptions, toSubscriptions } from '../rules/endpoint.js';
import { postbackTemplateFault } from '../rules/postback-template.js';
import {
  countEndpoints,
  type EndpointOwner,
  findEndpointOwner,
  insertEndpoint,
  isLiveKeyLocked,
  type NewEndpoint,
} from '../sql/delivery-endpoints.js';
import { assertDeliverable } from './address.js';
import { type Endpoint, getEndpoint } from './list-endpoints.js';
import { samplePostback } from './rules/postback-sample.js';

/** Webhooks and postbacks that one key may have. */
const MAX_ENDPOINTS = 20;

/** @param key its id (`key_…`) or the key itself. @throws {ProblemError} `invalid_request` when it is unknown or revoked. */
export async function endpointOwner(
  ctx: Context,
  key: string,
  { companyId }: { companyId?: Id<'company'> } = {},
): Promise<EndpointOwner> {
  const isKey = parseKeyKind(key) !== null;
  const owner = await findEndpointOwner(
    ctx.sql,
    isKey ? { hash: createHash('sha256').update(key).digest() } : { id: key },
    companyId ?? null,
  );
  if (!owner) throw noSuch('key', key);
  if (owner.revoked) throw conflict('key', 'is revoked');
  return owner;
}

/** A signing secret; receivers use the whole text, prefix included. */
export function newSecret(): string {
  return `whsec_${randomText(40)}`;
}

/** @throws {ProblemError} `invalid_request` when the list is empty, or has a type that keys of this kind may not receive. */
export function checkTypes(kind: KeyKind, types: readonly ChangeType[]): void {
  if (types.length === 0) throw invalidField('events', 'is empty: choose at least one type');
  const refused = types.find((type) => !mayReceive(kind, type));
  if (refused) throw invalidField('events', `has ${refused}, which the webhook of a website key cannot receive`);
}

/**
 * Registers a webhook of a key (contract: Events, delivery rule 4).
 *
 * @param input.key id of the key, or the key itself.
 * @param input.companyId whose key it must be; absent: an operator adds it to any.
 * @param input.secret absent: a new one.
 * @param input.events the types that it receives; absent: all {@link DEFAULT_TYPES} that its key may receive.
 * @returns the endpoint and its secret, shown only now.
 * @throws {ProblemError} `invalid_request` with the reason: unknown key, private address, http in live mode, userinfo.
 */
export async function addWebhook(
  ctx: Context,
  input: { key: string; companyId?: Id<'company'>; url: string; secret?: string; events?: readonly ChangeType[] },
): Promise<Endpoint & { secret: string }> {
  const owner = await endpointOwner(ctx, input.key, input);
  const events = input.events ?? DEFAULT_TYPES.filter((type) => mayReceive(owner.kind, type));
  checkTypes(owner.kind, events);
  await assertDeliverable(ctx, { field: 'url', url: input.url, kind: 'webhook', mode: owner.mode });
  const secret = input.secret ?? newSecret();
  const endpoint = await add(ctx, owner, {
    id: newId('webhookEndpoint'),
    kind: 'webhook',
    ...toSubscriptions(events),
    url: input.url,
    secret,
  });
  return { ...endpoint, secret };
}

/**
 * Saves a conversion postback (contract: Events, conversion postback).
 *
 * @param input.url template with placeholders.
 * @param input.key id of the key, or the key itself.
 * @param input.companyId whose key it must be; absent: an operator adds it to any.
 * @throws {ProblemError} `invalid_request` with the reason: unknown placeholder, placeholder before or in the host,
 * private address, http in live mode, userinfo, or a website key, which receives no earnings.
 */
export async function addPostback(
  ctx: Context,
  input: { key: string; companyId?: Id<'company'>; url: string },
): Promise<Endpoint> {
  const owner = await endpointOwner(ctx, input.key, input);
  if (owner.kind === 'website') throw invalidField('key', 'is a website key, which receives no earnings');
  await assertDeliverable(ctx, { field: 'url', url: input.url, kind: 'postback', mode: owner.mode });
  return add(ctx, owner, {
    id: newId('postback'),
    kind: 'postback',
    ...toSubscriptions(['earnings.changed']),
    url: input.url,
    secret: null,
  });
}

export interface CheckedAddress {
  /** None: it can be saved. */
  errors: FieldError[];
  /** A postback's address with sample values; null where it cannot be resolved. */
  preview: string | null;
}

/** Checks an address during typing, sending nothing. @throws {ProblemError} `invalid_request` for another company's key. */
export async function checkAddress(
  ctx: Context,
  input: { companyId: Id<'company'>; keyId: Id<'key'>; kind: EndpointKind; url: string },
): Promise<CheckedAddress> {
  const { kind, url } = input;
  const { mode } = await endpointOwner(ctx, input.keyId, { companyId: input.companyId });
  const filled = kind === 'postback' && postbackTemplateFault(url) === null;
  const preview = filled ? samplePostback(url, { now: ctx.clock.now(), deliveryId: 'dlv_sample' }) : null;
  try {
    await assertDeliverable(ctx, { field: 'url', url, kind, mode });
    return { errors: [], preview };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { errors: error.errors ?? [], preview };
  }
}

type Addition = Pick<NewEndpoint, 'id' | 'kind' | 'url' | keyof Subscriptions> & { secret: string | null };

async function add(ctx: Context, { companyId, keyId, mode }: EndpointOwner, addition: Addition): Promise<Endpoint> {
  const { id, kind } = addition;
  const secret = addition.secret === null ? null : sealSecret(sealingKey(ctx), id, addition.secret);
  await ctx.sql.begin(async (tx) => {
    // Endpoints that are added at the same time cannot exceed the limit of a key together.
    if (!(await isLiveKeyLocked(tx, keyId))) throw conflict('key', 'is revoked');
    if ((await countEndpoints(tx, keyId)) >= MAX_ENDPOINTS) {
      throw conflict('key', `has ${MAX_ENDPOINTS} endpoints already: remove one first`);
    }
    await insertEndpoint(tx, { ...addition, companyId, keyId, mode, secret, createdAt: ctx.clock.now() });
    await recordAction(ctx, tx, { action: `${kind}.add`, objectId: id, companyId, details: { keyId, mode } });
  });
  return getEndpoint(ctx, id);
}
