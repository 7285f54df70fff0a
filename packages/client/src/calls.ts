/** The options of one call; absent ones are the client's. */
export interface CallOptions {
  /** Ends the call, its waits and its retries. */
  signal?: AbortSignal;
  /** Milliseconds that each try may take, its whole answer included. */
  timeout?: number;
  /** How often a failed try is repeated. */
  maxRetries?: number;
  /** More headers. */
  headers?: Record<string, string>;
}

/** How an order is placed. */
export interface OrderOptions extends CallOptions {
  /**
   * 8 to 80 of `A-Z a-z 0-9 _ -`. The same key returns the same order, so make it from your own order: then a repeat after a
   * crash holds no second tickets. Without one, a random key serves all tries of this call.
   */
  idempotencyKey?: string;
}

/** The facts of an answer besides its body. */
export interface AnswerInfo {
  status: number;
  headers: Headers;
  /** Quote it to support. */
  requestId: string | null;
  /** Whether the service said that nothing had changed, and the body is the earlier one. */
  unchanged: boolean;
  /** The limit you are closest to; null where none applies. */
  rateLimit: { limit: number; remaining: number; resetSeconds: number } | null;
}

export interface Answer<T> {
  data: T;
  info: AnswerInfo;
}

/** A call on its way: `await` it for the body, or `withInfo()` for the body with the answer's other facts. */
export class Call<T> implements PromiseLike<T> {
  constructor(private readonly answer: Promise<Answer<T>>) {}

  /** The body, with the status, headers and request id of the answer. */
  withInfo(): Promise<Answer<T>> {
    return this.answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited as a promise is.
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.answer.then(({ data }) => data).then(fulfilled, rejected);
  }

  catch<B>(rejected: (reason: unknown) => B | PromiseLike<B>): Promise<T | B> {
    return this.then(undefined, rejected);
  }

  finally(done: () => void): Promise<T> {
    return this.then().finally(done);
  }
}

/** A list: `await` it for its first page, or walk through all items with `for await`. */
export class List<Page, Item> extends Call<Page> implements AsyncIterable<Item> {
  constructor(
    private readonly first: Promise<Answer<Page>>,
    /** The page after this one; null after the last. */
    private readonly after: (page: Page) => Promise<Answer<Page>> | null,
    private readonly items: (page: Page) => readonly Item[],
  ) {
    super(first);
  }

  /** Every page, from the first. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let next: Promise<Answer<Page>> | null = this.first; next; ) {
      const { data } = await next;
      yield data;
      next = this.after(data);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.items(page);
  }

  /**
   * Every item in an array.
   *
   * @param options.limit how many at most; required, so that a large catalogue does not fill the memory unseen.
   */
  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    const all: Item[] = [];
    if (limit <= 0) return all;
    for await (const item of this) {
      all.push(item);
      if (all.length >= limit) break;
    }
    return all;
  }
}
