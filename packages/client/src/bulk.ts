import { BulkDownload } from './bulk-download.js';
import type { CallOptions } from './calls.js';
import { BulkResource } from './generated/resources.js';

/** How a bulk file is downloaded. */
export interface DownloadOptions extends CallOptions {
  /** Only what changed since: the `changedUntil` of the file before. */
  changed_since?: string;
}

/** Operations of `client.bulk`. */
export class Bulk extends BulkResource {
  /**
   * Downloads a bulk file. If the connection breaks, it goes on from the byte it has, as long as the file is the same. Its end is
   * reached only if the file is complete.
   *
   * ```ts
   * const download = await client.bulk.download('bfs_….ndjson.gz');
   * for await (const line of download.items()) console.log(line.id);
   * ```
   *
   * @param options.timeout milliseconds without a byte; of the first answer, milliseconds until its headers.
   * @throws {BulkTooSoonError} before 15 minutes are over; `retryAfter` says when they are.
   */
  async download(file: string, { changed_since, ...options }: DownloadOptions = {}): Promise<BulkDownload> {
    const request = (headers: Record<string, string>) =>
      this.get(file, { changed_since }, { ...options, headers: { ...options.headers, ...headers } });
    return BulkDownload.begin(request, {
      timeout: options.timeout,
      maxRetries: options.maxRetries,
      signal: options.signal,
    });
  }
}
