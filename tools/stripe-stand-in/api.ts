import { createHash } from 'node:crypto';
import { createAccount, createAccountLink, findAccount } from './accounts.js';
import { createSession, expireSession, findSession } from './checkout.js';
import { ApiError, invalid, missing } from './errors.js';
import { type Form, formOf, numberOf, parseForm, textOf } from './form.js';
import { availableOf } from './ledger.js';
import { createRefund, type RefundState } from './refunds.js';
import type { StripeObject } from './store.js';
import { createTransfer, reverseTransfer } from './transfers.js';
import type { World } from './world.js';

export interface Call {
  method: string;
  path: string;
  query: string;
  body: string;
  /** `Stripe-Account`; '' for the platform. */
  account: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
}

export interface Reply {
  status: number;
  body: unknown;
  replayed?: boolean;
}

export interface ApiOptions {
  /** The only key that it takes; undefined: any of the test mode. */
  key: string | undefined;
  origin: () => string;
  refundState: () => RefundState;
  /** It fails, and does so again whenever the key is used. */
  isFailing: boolean;
}

interface Remembered extends StripeObject {
  fingerprint: string;
  at: number;
  reply: Reply;
}

const DAY_MS = 24 * 3_600_000;

/** Answers one call of Stripe's API, after writing its changes. */
export function answer(world: World, call: Call, options: ApiOptions): Reply {
  try {
    authenticate(world, call, options.key);
    return once(world, call, () => {
      if (options.isFailing) throw new ApiError(500, 'api_error', 'An unknown error occurred.', 'api_error');
      return route(world, call, options);
    });
  } finally {
    world.commit();
  }
}

/** A key is remembered for a day with its answer, an error as well. */
function once(world: World, call: Call, work: () => unknown): Reply {
  const { method, path, body, account, idempotencyKey } = call;
  if (method !== 'POST' || !idempotencyKey) return tried(work);
  const id = `key_${createHash('sha256').update(`${account} ${idempotencyKey}`).digest('hex')}`;
  const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex');
  const known = world.store.find<Remembered>('idempotency_key', id);
  if (known && known.at > world.now() - DAY_MS) {
    if (known.fingerprint === fingerprint) return { ...known.reply, replayed: true };
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    throw new ApiError(400, undefined, message, 'idempotency_error');
  }
  const reply = tried(work);
  world.put<Remembered>('', { id, object: 'idempotency_key', fingerprint, at: world.now(), reply });
  return reply;
}

function tried(work: () => unknown): Reply {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: error.body() };
  }
}

function authenticate(world: World, { authorization = '', account }: Call, only: string | undefined): void {
  const [scheme, text = ''] = authorization.split(' ');
  const key = scheme === 'Basic' ? Buffer.from(text, 'base64').toString().split(':')[0] : text;
  if (only === undefined ? !/^(sk|rk)_test_\w+$/.test(key ?? '') : key !== only) {
    throw new ApiError(401, 'api_key_invalid', 'Invalid API Key provided.');
  }
  if (account && !world.store.find('account', account)) {
    const message = `The provided key does not have access to account '${account}' (or that account does not exist).`;
    throw new ApiError(403, 'account_invalid', message);
  }
}

function route(world: World, call: Call, options: ApiOptions): unknown {
  const { account } = call;
  const form = parseForm(call.method === 'GET' ? call.query : call.body);
  const [, version, kind = '', ...rest] = call.path.split('/');
  if (version !== 'v1') throw missing('path', call.path);
  const name = kind === 'checkout' ? `checkout/${rest.shift()}` : kind;
  const [id, action] = rest;
  switch (`${call.method} ${[name, id && ':id', action].filter(Boolean).join('/')}`) {
    case 'POST accounts':
      return createAccount(world, form);
    case 'GET accounts/:id':
      return findAccount(world, id ?? '');
    case 'POST account_links':
      return createAccountLink(world, form, options.origin());
    case 'POST checkout/sessions':
      return createSession(world, account, form, options.origin());
    case 'GET checkout/sessions/:id':
      return findSession(world, account, id ?? '');
    case 'POST checkout/sessions/:id/expire':
      return expireSession(world, account, id ?? '');
    case 'GET checkout/sessions':
      return list(world, 'checkout.session', account, form);
    case 'POST refunds':
      return createRefund(world, account, form, options.refundState());
    case 'POST transfers':
      return createTransfer(world, form);
    case 'POST transfers/:id/reversals':
      return reverseTransfer(world, id ?? '', numberOf(form, 'amount'));
    case 'GET transfers/:id/reversals':
      return list(world, 'transfer_reversal', account, { ...form, transfer: id ?? '' });
    case 'GET balance':
      return availableOf(world, account);
    default: {
      const object = READABLE[name];
      if (call.method !== 'GET' || !object || action) throw missing('path', call.path);
      if (id === undefined) return list(world, object, account, form);
      const found = world.store.find(object, id, account);
      if (!found) throw missing(object, id);
      return found;
    }
  }
}

const READABLE: Record<string, string> = {
  application_fees: 'application_fee',
  balance_transactions: 'balance_transaction',
  charges: 'charge',
  disputes: 'dispute',
  events: 'event',
  payment_intents: 'payment_intent',
  refunds: 'refund',
  transfers: 'transfer',
};

/** Filters that compare one field. */
const FILTERS = [
  'payment_intent',
  'charge',
  'transfer',
  'transfer_group',
  'destination',
  'type',
  'currency',
  'source',
  'status',
];

/** The newest first. */
function list(world: World, object: string, account: string, form: Form) {
  const created = formOf(form, 'created');
  const [from, to] = [numberOf(created, 'gte'), numberOf(created, 'lt')];
  const all = world.store
    .all<StripeObject & { created: number }>(object, account)
    .filter((object) =>
      FILTERS.every((name) => textOf(form, name) === undefined || object[name] === textOf(form, name)),
    )
    .filter((object) => (from === undefined || object.created >= from) && (to === undefined || object.created < to))
    .reverse();
  const after = textOf(form, 'starting_after');
  const begin = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && begin === 0) throw invalid('resource_missing', `No such ${object}: '${after}'`);
  const limit = numberOf(form, 'limit') ?? 10;
  const expand = Object.values(formOf(form, 'expand')).map(String);
  const data = all.slice(begin, begin + limit).map((object) => expanded(world, object, expand));
  return { object: 'list', data, has_more: all.length > begin + limit, url: `/v1/${object}s` };
}

/** With the objects that `data.charge`, `data.source` and `data.source.charge` name. */
function expanded(world: World, object: StripeObject, expand: string[]): StripeObject {
  if (expand.includes('data.charge')) return { ...object, charge: world.store.find('charge', String(object.charge)) };
  const kinds = expand.some((path) => path.startsWith('data.source')) ? SOURCES : [];
  const source = kinds.map((kind) => world.store.find(kind, String(object.source))).find(Boolean);
  if (!source) return object;
  const charge = expand.includes('data.source.charge') && world.store.find('charge', String(source.charge));
  return { ...object, source: charge ? { ...source, charge } : source };
}

const SOURCES = [
  'charge',
  'refund',
  'dispute',
  'transfer',
  'transfer_reversal',
  'application_fee',
  'fee_refund',
  'topup',
  'payout',
];
