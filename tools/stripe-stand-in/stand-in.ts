import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onboard, restrict } from './accounts.js';
import { answer, type Call, type Reply } from './api.js';
import { paySession } from './checkout.js';
import { Deliverer, type WebhookEndpoint } from './deliver.js';
import { ApiError } from './errors.js';
import { onboardingPage, paymentPage } from './pages.js';
import { createRefund, moveDispute, openDispute, type RefundState, settleRefund } from './refunds.js';
import { reverseTransfer, topUp } from './transfers.js';
import type { Fault, Verbs } from './verbs.js';
import { World } from './world.js';

export interface StandInOptions {
  /** 0: any that is free. */
  port?: number;
  /** A journal, so that a killed process goes on where it was. */
  file?: string;
  endpoints?: WebhookEndpoint[];
  /** The only accepted key. Default: any key of the test mode. */
  key?: string;
  /** Sees each call of the API before it is answered. */
  watch?: (call: Call) => Promise<void>;
}

/** A stand-in for Stripe that remembers: an HTTP server with the part of its API that the service uses. */
export interface StripeStandIn {
  origin: string;
  world: World;
  deliverer: Deliverer;
  /** Calls of the API so far, the bodies too. */
  calls: Call[];
  /** What buyers, banks, owners and Stripe's own pages do; each is also `POST /_stand-in/<name>` with JSON. */
  verbs: Verbs;
  addEndpoint(endpoint: WebhookEndpoint): void;
  close(): Promise<void>;
}

const refusal = (status: number, type: string, code: string, message: string): Reply => ({
  status,
  body: { error: { type, code, message } },
});

/** Answers that nothing came of. */
const REFUSALS: Partial<Record<Fault['kind'], Reply>> = {
  '409': refusal(
    409,
    'idempotency_error',
    'idempotency_key_in_use',
    'There is currently another in-progress request using this idempotency key.',
  ),
  '429': refusal(429, 'invalid_request_error', 'rate_limit', 'Too many requests.'),
};

export async function startStripeStandIn(options: StandInOptions = {}): Promise<StripeStandIn> {
  const world = new World(options.file);
  const endpoints = [...(options.endpoints ?? [])];
  const deliverer = new Deliverer(world, () => endpoints);
  const faults: Fault[] = [];
  const calls: Call[] = [];
  let refundState: RefundState = 'succeeded';
  let origin = '';

  const then = <T>(work: () => T): T => {
    try {
      return work();
    } finally {
      world.commit();
    }
  };
  const accountOf = (intent: string) => world.store.accountOf(intent);
  const verbs: Verbs = {
    pay: ({ session }) => then(() => paySession(world, session)),
    onboard: ({ account, currency }) => then(() => onboard(world, account, currency)),
    restrict: ({ account }) => then(() => restrict(world, account)),
    refund: ({ intent, amount, state = 'succeeded' }) =>
      then(() => {
        const form = { payment_intent: intent, ...(amount !== undefined && { amount: String(amount) }) };
        return createRefund(world, accountOf(intent), form, state);
      }),
    settleRefund: ({ refund, state }) => then(() => settleRefund(world, refund, state)),
    dispute: (input) => then(() => openDispute(world, input)),
    moveDispute: ({ dispute, status }) => then(() => moveDispute(world, dispute, status)),
    topUp: ({ amount, currency }) => then(() => topUp(world, amount, currency)),
    reverseTransfer: ({ transfer, amount }) => then(() => reverseTransfer(world, transfer, amount)),
    refundState({ state }) {
      refundState = state;
      return {};
    },
    clock({ now }) {
      world.setNow(Date.parse(now));
      return {};
    },
    fault(fault) {
      faults.push({ ...fault });
      return {};
    },
    noFaults() {
      faults.length = 0;
      return {};
    },
    hold({ held }) {
      deliverer.held = held;
      return {};
    },
    waiting: () => deliverer.waiting(),
    send: async ({ event }) => deliverer.send(event),
  };

  const takeFault = (call: Call): Fault | undefined => {
    const fault = faults.find(
      ({ path, method = call.method, times }) => times > 0 && call.path.startsWith(path) && call.method === method,
    );
    if (fault) fault.times -= 1;
    return fault;
  };

  const handleApi = (call: Call, response: ServerResponse): void => {
    calls.push(call);
    const fault = takeFault(call)?.kind;
    const refused = fault && REFUSALS[fault];
    if (fault === 'unreached') response.destroy();
    else if (refused) send(response, refused);
    else {
      const { key } = options;
      const settings = { key, origin: () => origin, refundState: () => refundState, isFailing: fault === '500' };
      const reply = tried(() => answer(world, call, settings));
      if (fault === 'lost') response.destroy();
      else send(response, reply);
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await read(request);
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const [, first = '', name = ''] = pathname.split('/');
    const { method = 'GET' } = request;
    const verb = first === '_stand-in' && Object.hasOwn(verbs, name) ? verbs[name as keyof Verbs] : undefined;
    if (first === 'v1') {
      const call = callOf(request, pathname, search.slice(1), body);
      await options.watch?.(call);
      handleApi(call, response);
    } else if (first === 'pay') paymentPage({ world, verbs, id: name, method, body, response });
    else if (first === 'onboarding') onboardingPage({ world, verbs, id: name, method, body, response });
    else if (!verb) send(response, { status: 404, body: { error: { message: `There is no ${pathname}.` } } });
    else {
      const work = verb as (input: unknown) => unknown;
      const input = body === '' ? {} : JSON.parse(body);
      send(response, await tried(async () => ({ status: 200, body: await work(input) })));
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  deliverer.resume();
  return {
    origin,
    world,
    deliverer,
    calls,
    verbs,
    addEndpoint: (endpoint) => void endpoints.push(endpoint),
    async close() {
      server.closeAllConnections();
      await Promise.all([deliverer.stop(), new Promise((resolve) => server.close(resolve))]);
    },
  };
}

function tried(work: () => Reply): Reply;
function tried(work: () => Promise<Reply>): Promise<Reply>;
function tried(work: () => Reply | Promise<Reply>): Reply | Promise<Reply> {
  const explain = (error: unknown): Reply => {
    if (error instanceof ApiError) return { status: error.status, body: error.body() };
    throw error;
  };
  try {
    const reply = work();
    return reply instanceof Promise ? reply.catch(explain) : reply;
  } catch (error) {
    return explain(error);
  }
}

function callOf(request: IncomingMessage, path: string, query: string, body: string): Call {
  const header = (name: string) => request.headers[name]?.toString();
  return {
    method: request.method ?? 'GET',
    path,
    query,
    body,
    account: header('stripe-account') ?? '',
    authorization: header('authorization'),
    idempotencyKey: header('idempotency-key'),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function send(response: ServerResponse, { status, body, replayed }: Reply): void {
  const headers = {
    'content-type': 'application/json',
    'request-id': `req_${Math.random().toString(36).slice(2, 16)}`,
    ...(replayed && { 'idempotent-replayed': 'true' }),
    ...(status >= 500 && { 'stripe-should-retry': 'false' }),
  };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
