import { z } from 'zod';
import { firstShared } from '../../src/catalogue/first-shared.js';
import { translator } from '../../src/core/locales/messages.js';
import { ENGLISH } from '../../src/core/locales/translator.js';
import { ProblemError } from '../../src/core/problems.js';
import { FEED_FILES, type FeedFile, type FeedQuery, feedFile, feedQuery } from '../../src/listings/feed-wire.js';
import { listFeedEvents } from '../../src/listings/list-feed-events.js';
import type { Config } from '../../src/platform/config/config.js';
import { event } from '../documents/examples/event.js';
import { renderCsv } from '../feeds/csv.js';
import type { Feed } from '../feeds/feed.js';
import { renderICalendar } from '../feeds/icalendar.js';
import { renderJsonFeed } from '../feeds/json-feed.js';
import { renderRss } from '../feeds/rss.js';
import { renderXml } from '../feeds/xml.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers, media } from '../http/answers.js';

interface Format {
  type: string;
  render: (feed: Feed) => string;
}

// Text without a named encoding is taken for Latin-1 by common clients.
const FORMATS: Record<FeedFile, Format> = {
  'events.json': { type: 'application/feed+json', render: renderJsonFeed },
  'events.rss': { type: 'application/rss+xml', render: renderRss },
  'events.xml': { type: 'application/xml', render: renderXml },
  'events.csv': { type: 'text/csv; charset=utf-8', render: renderCsv },
  'events.ics': { type: 'text/calendar; charset=utf-8', render: renderICalendar },
};

/** Where the feed stands, with its filters and without the key. */
function selfUrl(config: Config, file: FeedFile, { key: _key, limit, ...filters }: FeedQuery): string {
  const url = new URL(`${config.baseUrl}/feeds/${file}`);
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  url.searchParams.set('limit', String(limit));
  return url.href;
}

const SAMPLE: Feed = {
  mode: 'test',
  title: ENGLISH('feed.samples'),
  selfUrl: 'https://api.example.com/v1/feeds/events.json?limit=20',
  homeUrl: 'https://api.example.com',
  events: [event],
  firstShared: new Map(),
};
const EXAMPLES = Object.fromEntries(
  Object.values(FORMATS).map(({ type, render }) => [
    type,
    type.endsWith('json') ? JSON.parse(render(SAMPLE)) : render(SAMPLE),
  ]),
);

export const feedRoutes: Route = (app, ctx) => {
  app.get(
    '/feeds/:file',
    {
      config: {
        access: ACCESS.feed,
        document: { examples: EXAMPLES, problems: ['file_not_found'] },
      },
      schema: {
        tags: ['Feeds'],
        summary: 'Read events as a feed',
        description:
          `\`file\` is one of ${FEED_FILES.join(', ')}. The same events, filters and rights as \`GET /events\`; the key ` +
          'never appears in the response.',
        params: z.object({
          file: z.string().meta({ enum: FEED_FILES }).describe('Name of the feed. Its extension is the format.'),
        }),
        querystring: feedQuery,
        response: answers(200, media(...Object.values(FORMATS).map(({ type }) => type)), 304, 400, 401, 403, 404, 429),
      },
    },
    async (request, reply) => {
      const file = feedFile.safeParse(request.params.file);
      if (!file.success) throw new ProblemError('file_not_found');
      const { caller, query } = request;
      const { key: _key, limit, locale, ...filters } = query;
      const events = await listFeedEvents(ctx, caller, { filters, limit, locale });
      const { type, render } = FORMATS[file.data];
      const feed: Feed = {
        mode: caller.mode,
        title: caller.mode === 'test' ? translator(locale)('feed.samples') : 'Partner Events',
        locale,
        selfUrl: selfUrl(ctx.config, file.data, query),
        homeUrl: ctx.config.origin,
        events,
        firstShared: await firstShared(
          ctx,
          events.map(({ id }) => id),
        ),
      };
      return reply.header('Content-Type', type).send(Buffer.from(render(feed)));
    },
  );
};
