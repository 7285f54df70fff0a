import { type Answer, type AnswerInfo, Call, type CallOptions, List, type OrderOptions } from './calls.js';
import { type Credentials, fixedCredentials } from './credentials.js';
import { randomId } from './environment.js';
import { ConnectionError } from './errors.js';
import type { Etags } from './etags.js';
import type { Outgoing, Transport } from './transport.js';

/** An operation with its arguments, as the generated methods hand it over. */
export interface Operation {
  method: 'GET' | 'POST';
  /** Below the base URL. */
  path: string;
  /** Sent without a key: the operation needs none. */
  anonymous?: boolean;
  query?: object;
  body?: unknown;
  form?: object;
}

const ANONYMOUS = fixedCredentials(undefined);

/** Makes the calls of the resources. */
export class Caller {
  constructor(
    private readonly parts: { baseUrl: string; transport: Transport; credentials: Credentials; etags: Etags | null },
  ) {}

  json<T>(operation: Operation, options: OrderOptions): Call<T> {
    return new Call(this.answer<T>(operation, options));
  }

  list<Page, Item>(
    operation: Operation,
    options: CallOptions,
    items: (page: Page) => readonly Item[],
  ): List<Page, Item> {
    const after = (page: Page) => {
      const next = nextOf(page);
      if (next === null) return null;
      // A cursor remembers its filters.
      const query = { cursor: next, ...limitOf(operation.query) };
      return handled(this.answer<Page>({ ...operation, query }, options));
    };
    return new List(handled(this.answer<Page>(operation, options)), after, items);
  }

  /** @returns the response with its body unread. The time-out ends with its headers; the signal also ends its body. */
  raw(operation: Operation, options: CallOptions): Promise<Response> {
    const request = { ...this.outgoing(operation, options), isRaw: true };
    return this.parts.transport.send(request, options, async (response) => response);
  }

  private async answer<T>(operation: Operation, options: OrderOptions): Promise<Answer<T>> {
    const { etags, transport } = this.parts;
    const request = this.outgoing(operation, options);
    const kept = operation.method === 'GET' ? etags?.find(request.url) : undefined;
    if (kept) request.headers['If-None-Match'] ??= kept.etag;
    return transport.send(request, options, async (response) => {
      const unchanged = response.status === 304;
      const text = unchanged && kept ? kept.text : await response.text();
      const etag = response.headers.get('etag');
      if (operation.method === 'GET' && etag && response.ok) etags?.keep(request.url, { etag, text });
      return { data: parse<T>(text, response), info: toInfo(response, unchanged) };
    });
  }

  private outgoing({ method, path, anonymous, query, body, form }: Operation, options: OrderOptions): Outgoing {
    const search = new URLSearchParams(pairsOf(query)).toString();
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const sent = form
      ? new URLSearchParams(pairsOf(form)).toString()
      : body === undefined
        ? undefined
        : JSON.stringify(body);
    // One key for all tries.
    const key = method === 'POST' && path === '/orders' ? (options.idempotencyKey ?? randomId()) : undefined;
    return {
      method,
      url: `${this.parts.baseUrl}${path}${search && `?${search}`}`,
      headers: {
        ...(sent !== undefined && { 'Content-Type': type }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...options.headers,
      },
      body: sent,
      credentials: anonymous ? ANONYMOUS : this.parts.credentials,
    };
  }
}

/** A caller that reads the list in another order may never await it: this is no unhandled rejection. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

const pairsOf = (object: object = {}): [string, string][] =>
  Object.entries(object).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)]],
  );

function nextOf(page: unknown): string | null {
  const next = typeof page === 'object' && page !== null && 'next' in page ? page.next : null;
  return typeof next === 'string' ? next : null;
}

const limitOf = (query: object | undefined): object =>
  query && 'limit' in query && query.limit !== undefined ? { limit: query.limit } : {};

/** @throws {ConnectionError} for an answer that is not JSON: it does not come from the service. */
function parse<T>(text: string, response: Response): T {
  if (text === '' && (response.status === 204 || response.status === 202 || response.status === 304)) {
    return undefined as T;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConnectionError(`The answer of ${response.url} is not JSON.`, { cause });
  }
}

function toInfo({ status, headers }: Response, unchanged: boolean): AnswerInfo {
  const number = (name: string) => Number(headers.get(`ratelimit-${name}`));
  return {
    status,
    headers,
    requestId: headers.get('service-request-id'),
    unchanged,
    rateLimit: headers.has('ratelimit-limit')
      ? { limit: number('limit'), remaining: number('remaining'), resetSeconds: number('reset') }
      : null,
  };
}

/** The common part of the resource classes: the caller of their operations. */
export abstract class Resource {
  constructor(protected readonly calls: Caller) {}
}
