import type { CallOptions } from './calls.js';
import type { Credentials } from './credentials.js';
import { sleep, startDeadline } from './deadline.js';
import { userAgent } from './environment.js';
import { ApiError, ClientClosedError, ConnectionError, PartnerEventsError } from './errors.js';
import { errorOf } from './parse-error.js';
import { isPassing, waitBefore, wasClosed } from './retry.js';

/** A request as it goes out, but for the credentials. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  credentials: Credentials;
}

/** What a closed pool of connections can do; npm's undici has such ones. */
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
  private readonly closing = new AbortController();

  constructor(private readonly settings: TransportSettings) {}

  /**
   * Sends a request until an answer came that `read` could read whole.
   *
   * @param read of an answer that is no error; a 304 is none.
   * @throws {ApiError} what the service answered last.
   * @throws {ConnectionError} if no answer came whole.
   */
  async send<T>(request: Outgoing, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T> {
    const most = options.maxRetries ?? this.settings.maxRetries;
    const signals = [options.signal, this.closing.signal];
    let closedBefore = false;
    let refusedBefore = false;
    for (let tries = 0; ; ) {
      const authorization = await request.credentials.authorization(signals);
      const failure = await this.tryOnce({ ...request, authorization }, { options, isLast: tries >= most, read });
      if ('result' in failure) return failure.result;
      const { error } = failure;
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
      await sleep(seconds * 1000, signals);
    }
  }

  /** Ends running calls and refuses others. @returns when the dispatcher, if there is one, has closed its connections. */
  async close(): Promise<void> {
    this.closing.abort(new ClientClosedError());
    await this.settings.dispatcher?.close();
  }

  private async tryOnce<T>(
    request: Outgoing & { authorization: string | null },
    { options, isLast, read }: { options: CallOptions; isLast: boolean; read: (response: Response) => Promise<T> },
  ): Promise<{ result: T } | { error: unknown }> {
    const signals = [options.signal, this.closing.signal];
    const deadline = startDeadline(options.timeout ?? this.settings.timeout, signals);
    let isUnread = false;
    try {
      const response = await this.settings.fetch(request.url, this.initOf(request, deadline.signal));
      if (response.ok || response.status === 304) {
        const result = await read(response);
        isUnread = result === response;
        return { result };
      }
      return { error: await failureOf(response, isLast) };
    } catch (error) {
      if (signals.some((signal) => signal?.aborted)) throw deadline.signal.reason;
      if (deadline.signal.aborted) return { error: deadline.signal.reason };
      if (error instanceof PartnerEventsError) return { error };
      return {
        error: new ConnectionError(`${request.method} ${request.url} failed: ${messageOf(error)}`, { cause: error }),
      };
    } finally {
      // Whoever reads the body later takes the time it takes; a signal ends it all the same.
      if (isUnread) deadline.stop();
      else deadline.end();
    }
  }

  private initOf(
    { method, headers, body, authorization }: Outgoing & { authorization: string | null },
    signal: AbortSignal,
  ) {
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
      // The service never redirects: what does would get the key.
      redirect: 'manual',
    };
    // Known to Node's fetch alone.
    return Object.assign(init, this.settings.dispatcher && { dispatcher: this.settings.dispatcher });
  }
}

/** The error of an answer. A body that nobody will read is ended, so that its connection is free for the next try. */
async function failureOf(response: Response, isLast: boolean): Promise<ApiError> {
  if (!isLast && isPassing(response.status)) {
    const error = errorOf(response, '');
    if (waitBefore(error, { tries: 0, random: 0 }) !== null) {
      await response.body?.cancel().catch(() => {});
      return error;
    }
  }
  return errorOf(response, await response.text());
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
