import { startDeadline, untilAborted } from './deadline.js';
import { BulkFileChangedError, ConnectionError, IncompleteFileError, PartnerEventsError } from './errors.js';
import type { Event } from './generated/schemas.js';
import { lines, verified } from './gzip.js';

/** A line of a changes file that takes an event down. */
export interface WithdrawnLine {
  object: 'withdrawn';
  id: string;
  withdrawn_at: string;
}

export interface DownloadLimits {
  /** Milliseconds without a byte. */
  timeout?: number;
  /** How often in a row it may break off without a byte in between. */
  maxRetries?: number;
  signal?: AbortSignal;
}

const IDLE_MS = 30_000;
const MOST_BREAKS = 5;

/** A bulk file on its way. Read it once: as `body`, or as `items()`. */
export class BulkDownload {
  /** `full` or `changes`. */
  readonly kind: string | null;
  /** The type inside the gzip. */
  readonly contentType: string | null;
  /** Send it as `If-None-Match`, with `bulk.get`, to find out whether a new file differs. */
  readonly etag: string | null;
  /** Bytes of the gzipped file, if known. */
  readonly length: number | null;
  /** How many events it has. */
  readonly events: number | null;
  /** What to send as the next `changed_since`. Keep it once you have loaded the whole file. */
  readonly changedUntil: string | null;
  /** More events matched than a file can have. */
  readonly truncated: boolean;

  private constructor(
    private readonly first: Response,
    private readonly request: (headers: Record<string, string>) => Promise<Response>,
    private readonly limits: DownloadLimits,
  ) {
    const header = (name: string) => first.headers.get(name);
    const number = (name: string) => (header(name) === null ? null : Number(header(name)));
    this.kind = header('service-bulk-kind');
    this.contentType = header('service-bulk-content-type');
    this.etag = header('etag');
    this.length = number('content-length');
    this.events = number('service-bulk-events');
    this.changedUntil = header('service-bulk-changed-until');
    this.truncated = header('service-bulk-truncated') === 'true';
  }

  /** @param request asks for the file with more headers. */
  static async begin(
    request: (headers: Record<string, string>) => Promise<Response>,
    limits: DownloadLimits,
  ): Promise<BulkDownload> {
    return new BulkDownload(await request({}), request, limits);
  }

  /**
   * The gzipped bytes. The stream errors, rather than ends, if the file is not complete.
   *
   * @throws {IncompleteFileError} the received bytes are not a complete gzip file.
   * @throws {BulkFileChangedError} the file was built again before the end of the download.
   */
  get body(): ReadableStream<Uint8Array> {
    return toStream(verified(this.bytes()));
  }

  /** The lines of the file, unpacked: of NDJSON an object each, of CSV a text each. */
  async *lines(): AsyncGenerator<string, void, undefined> {
    yield* lines(this.bytes());
  }

  /**
   * The events of an NDJSON file, and the withdrawals of a changes file. Load them into a place of their own, and use them when
   * the loop has ended: an error at the end means that the file was not complete.
   */
  async *items(): AsyncGenerator<Event | WithdrawnLine, void, undefined> {
    for await (const line of this.lines()) if (line !== '') yield JSON.parse(line);
  }

  /** The bytes of the file, over as many connections as that takes. */
  private async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    let received = 0;
    let breaks = 0;
    for (let response = this.first; ; ) {
      let failure: unknown = null;
      try {
        for await (const chunk of this.chunks(response)) {
          received += chunk.byteLength;
          breaks = 0;
          yield chunk;
        }
      } catch (error) {
        if (error instanceof PartnerEventsError && !(error instanceof ConnectionError)) throw error;
        if (this.limits.signal?.aborted) throw this.limits.signal.reason;
        failure = error;
      }
      if (failure === null && (this.length === null || received >= this.length)) break;
      if (++breaks > (this.limits.maxRetries ?? MOST_BREAKS)) {
        throw new IncompleteFileError(`The download broke off after ${received} bytes.`, { cause: failure });
      }
      response = await this.resume(received);
    }
    if (this.length !== null && received !== this.length) {
      throw new IncompleteFileError(`The file has ${this.length} bytes, and ${received} came.`);
    }
  }

  private async resume(received: number): Promise<Response> {
    if (this.etag === null)
      throw new IncompleteFileError('The download broke off, and its file has no ETag to resume by.');
    const response = await this.request({ Range: `bytes=${received}-`, 'If-Range': this.etag });
    const isRest = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${received}-`);
    if (isRest) return response;
    await response.body?.cancel();
    throw new BulkFileChangedError('The file was built anew during the download: start over.');
  }

  private async *chunks({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
    if (!body) return;
    const reader = body.getReader();
    try {
      for (;;) {
        const chunk = await this.inTime(reader.read());
        if (chunk.done) return;
        yield chunk.value;
      }
    } finally {
      // A reader that stops, for any reason, ends the connection.
      await reader.cancel().catch(() => {});
    }
  }

  private async inTime<T>(work: Promise<T>): Promise<T> {
    const deadline = startDeadline(this.limits.timeout ?? IDLE_MS, this.limits.signal);
    try {
      return await untilAborted(work, deadline.signal);
    } finally {
      deadline.end();
    }
  }
}

function toStream(source: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await source.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await source.return();
    },
  });
}
