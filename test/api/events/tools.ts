import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addEvents, type TruthFields } from '../../support/data/listings.js';

export interface ReadingApi extends TestApi {
  events: TruthFields[];
  /** A GET with the server key, unless another is given; `from` is the caller's address. */
  get(
    path: string,
    options?: { key?: { key: string } | null; headers?: Record<string, string>; from?: string },
  ): Promise<Answer>;
}

interface Answer {
  statusCode: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  json(): any;
}

/** The API with the samples and five live events: three in Helsinki, two of them music, and one each in Turku and Umeå. */
export async function createReadingApi(): Promise<ReadingApi> {
  const api = await createTestApi({ context: { now: '2026-11-02T09:00:00.000Z' } });
  await refreshSamples(api.ctx);
  const events = await addEvents(api.ctx, [
    { name: 'One', performers: ['Björk'] },
    { name: 'Two' },
    { name: 'Three', category: 'film', reward_kind: null, reward_amount_minor: null },
    { name: 'Four', city: 'Turku', lat: 60.45, lng: 22.27 },
    { name: 'Five', city: 'Umeå', country: 'SE', lat: 63.83, lng: 20.26 },
  ]);
  return {
    ...api,
    events,
    async get(path, options = {}) {
      const key = options.key === undefined ? api.keys.server : options.key;
      const headers = { ...(key && bearer(key)), ...options.headers };
      return (await api.app.inject({ url: path, headers, remoteAddress: options.from })) as Answer;
    },
  };
}
