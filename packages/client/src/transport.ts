import type { CallOptions } from './calls.js';
import type { Credentials } from './credentials.js';
import { sleep, startDeadline } from './deadline.js';
import { userAgent } from './environment.js';
import { ApiError, ClientClosedError, ConnectionError, PartnerEventsError } from './errors.js';
import { parseError } from './parse-error.js';
import { isPassing, waitBefore, wasClosed } from './retry.js';

/** A request as it goes out, but for the credentials. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  credentials: Credentials;
  /** The caller reads its body. */
  isRaw?: boolean;
}

type Authorized = Outgoing & { authorization: string | null };

interface Sending<T> {
  options: CallOptions;
  read: (response: Response) => Promise<T>;
}

/** A pool of connections that can be closed, as in npm's undici. */
export interface Dispatcher {
  close(): Promise<void>;
}

export interface TransportSettings {
  fetch: typeof fetch;
  dispatcher?: Dispatcher;
  timeout: number;
  maxRetries: number;
}

/** Sends requests: with a time-out for each try, and again where the next try may succeed. */
export class Transport {
  /** Kept for the calls under way: a signal of our own would get a listener for each. */
  private readonly running = new Set<AbortController>();
  private isClosed = false;

  constructor(private readonly settings: TransportSettings) {}

  /**
   * Sends a request until an answer came that `read` could read whole.
   *
   * @param read of an answer that is no error; a 304 is none.
   * @throws {ApiError} the service's last answer.
   * @throws {ConnectionError} if no answer came whole.
   */
  async send<T>(request: Outgoing, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new ClientClosedError();
    const call = new AbortController();
    const { signal } = options;
    const pass = () => call.abort(signal?.reason);
    if (signal?.aborted) throw signal.reason;
    signal?.addEventListener('abort', pass, { once: true });
    this.running.add(call);
    try {
      return await this.sendWithin(call.signal, request, { options, read });
    } finally {
      this.running.delete(call);
      signal?.removeEventListener('abort', pass);
    }
  }

  /** Ends running calls and refuses others. @returns when the dispatcher, if there is one, has closed its connections. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const call of this.running) call.abort(new ClientClosedError());
    await this.settings.dispatcher?.close();
  }

  private async sendWithin<T>(signal: AbortSignal, request: Outgoing, { options, read }: Sending<T>): Promise<T> {
    const most = options.maxRetries ?? this.settings.maxRetries;
    let closedBefore = false;
    let refusedBefore = false;
    for (let tries = 0; ; ) {
      const authorization = await request.credentials.authorization(signal);
      const sending = { options, read, isLast: tries >= most };
      const outcome = await this.tryOnce(signal, { ...request, authorization }, sending);
      if ('result' in outcome) return outcome.result;
      const { error } = outcome;
      if (!closedBefore && wasClosed(error)) {
        // The other side may have closed a connection in the moment it was used again: no try was made at all.
        closedBefore = true;
        continue;
      }
      if (!refusedBefore && error instanceof ApiError && error.status === 401) {
        refusedBefore = true;
        if (request.credentials.refused(authorization)) continue;
      }
      const seconds = tries < most ? waitBefore(error, { tries, random: Math.random() }) : null;
      if (seconds === null) throw error;
      tries += 1;
      await sleep(seconds * 1000, signal);
    }
  }

  private async tryOnce<T>(
    signal: AbortSignal,
    request: Authorized,
    { options, read, isLast }: Sending<T> & { isLast: boolean },
  ): Promise<{ result: T } | { error: unknown }> {
    const deadline = startDeadline(options.timeout ?? this.settings.timeout, signal);
    try {
      // A body that is read later is still ended by the caller's signal, when nothing here measures its time any more.
      const signals: [AbortSignal, ...AbortSignal[]] =
        request.isRaw && options.signal ? [deadline.signal, options.signal] : [deadline.signal];
      const response = await this.settings.fetch(request.url, this.initOf(request, anyOf(signals)));
      if (response.ok || response.status === 304) return { result: await read(response) };
      return { error: await parseFailure(response, isLast) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (deadline.signal.aborted) return { error: deadline.signal.reason };
      if (error instanceof PartnerEventsError) return { error };
      const message = `${request.method} ${request.url} failed: ${messageOf(error)}`;
      return { error: new ConnectionError(message, { cause: error }) };
    } finally {
      deadline.end();
    }
  }

  private initOf({ url, method, headers, body, authorization }: Authorized, signal: AbortSignal) {
    const agent = userAgent();
    const init: RequestInit = {
      method,
      headers: {
        ...(agent !== null && { 'User-Agent': agent }),
        ...headers,
        ...(authorization !== null && { Authorization: authorization }),
      },
      body,
      signal,
      // A click is counted although the page that sends it goes away.
      ...(url.endsWith('/track') && { keepalive: true }),
      // The service never redirects: what does would get the key.
      redirect: 'manual',
    };
    // Known to Node's fetch alone.
    return Object.assign(init, this.settings.dispatcher && { dispatcher: this.settings.dispatcher });
  }
}

/** The error of an answer. An unread body is ended, so that its connection is free for the next try. */
async function parseFailure(response: Response, isLast: boolean): Promise<ApiError> {
  if (!isLast && isPassing(response.status)) {
    const error = parseError(response, '');
    if (waitBefore(error, { tries: 0, random: 0 }) !== null) {
      await response.body?.cancel().catch(() => {});
      return error;
    }
  }
  return parseError(response, await response.text());
}

/** Platforms from before 2023 cannot join signals: the first is the time-out, and without the other a body goes on. */
function anyOf(signals: [AbortSignal, ...AbortSignal[]]): AbortSignal {
  return signals.length > 1 && 'any' in AbortSignal ? AbortSignal.any(signals) : signals[0];
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
