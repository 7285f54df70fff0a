import { z } from 'zod';
import { firstShared } from '../../src/catalogue/show-event.js';
import { translator } from '../../src/core/locales/messages.js';
import { ENGLISH } from '../../src/core/locales/translator.js';
import { ProblemError } from '../../src/core/problems.js';
import { text } from '../../src/core/wire/query.js';
import { readShown } from '../../src/listings/documents.js';
import { selectEvents } from '../../src/listings/list-events.js';
import { eventFilterShape, localeShape, pageShape } from '../../src/listings/wire.js';
import type { Config } from '../../src/platform/config/config.js';
import { event } from '../documents/examples/event.js';
import { type Feed, renderCsv } from '../feeds/feed.js';
import { renderICalendar } from '../feeds/icalendar.js';
import { renderJsonFeed } from '../feeds/json-feed.js';
import { renderRss } from '../feeds/rss.js';
import { renderXml } from '../feeds/xml.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers, media } from '../http/answers.js';

export const FEED_FILES = ['events.json', 'events.rss', 'events.xml', 'events.csv', 'events.ics'] as const;
const feedFile = z.enum(FEED_FILES);

/** Query of `GET /feeds/{file}` (contract): some of the events list's filters. */
const feedQuery = z.object({
  key: text(200)
    .optional()
    .describe('A website key or test key, because feed readers cannot send headers; a server key is refused.'),
  city: eventFilterShape.city,
  country: eventFilterShape.country,
  category: eventFilterShape.category,
  venue_id: eventFilterShape.venue_id,
  performer_id: eventFilterShape.performer_id,
  limit: pageShape.limit,
  ...localeShape,
});

interface Format {
  type: string;
  render: (feed: Feed) => string;
}

// Text without a named encoding is taken for Latin-1 by common clients.
const FORMATS: Record<z.infer<typeof feedFile>, Format> = {
  'events.json': { type: 'application/feed+json', render: renderJsonFeed },
  'events.rss': { type: 'application/rss+xml', render: renderRss },
  'events.xml': { type: 'application/xml', render: renderXml },
  'events.csv': { type: 'text/csv; charset=utf-8', render: renderCsv },
  'events.ics': { type: 'text/calendar; charset=utf-8', render: renderICalendar },
};

/** Where the feed stands, with its filters and without the key. */
function selfUrl(config: Config, file: string, { key: _key, limit, ...filters }: z.infer<typeof feedQuery>): string {
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
      const { documents } = await selectEvents(ctx, caller, { surface: 'feeds', filters, limit });
      const events = readShown(documents, caller.ref, { locale });
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
