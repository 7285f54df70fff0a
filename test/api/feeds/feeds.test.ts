import { parse } from 'csv-parse/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import ICAL from 'ical.js';
import { z } from 'zod';
import { type Feed, renderCsv } from '../../../api/feeds/feed.js';
import { renderICalendar } from '../../../api/feeds/icalendar.js';
import { renderJsonFeed } from '../../../api/feeds/json-feed.js';
import { renderRss } from '../../../api/feeds/rss.js';
import { renderXml } from '../../../api/feeds/xml.js';
import type { Event } from '../../../src/core/wire/event.js';
import { HARD_NAMES, hardEvents, wireEvent } from '../../support/data/wire-event.js';

const feed = (events = hardEvents()): Feed => ({
  mode: 'live',
  title: 'Partner Events & more',
  selfUrl: 'https://tickets.example/v1/feeds/events.rss?city=A%26B&limit=20',
  homeUrl: 'https://tickets.example',
  events,
  firstShared: new Map([['evt_hard0', '2026-10-01T08:30:00.000Z']]),
});

/** https://www.jsonfeed.org/version/1.1/ for what we write; extensions begin with an underscore. */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  items: z.array(
    z.strictObject({
      id: z.string(),
      url: z.url(),
      external_url: z.url(),
      title: z.string(),
      content_text: z.string().min(1),
      image: z.url().optional(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      authors: z.array(z.strictObject({ name: z.string() })).optional(),
      tags: z.array(z.string()).optional(),
      _event: z.object({ id: z.string() }),
    }),
  ),
});

const parserOptions = {
  ignoreAttributes: false,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
};
const asList = (value: unknown): Record<string, unknown>[] => [value].flat() as Record<string, unknown>[];

describe('JSON Feed 1.1', () => {
  test('follows the format and carries each whole event', () => {
    const events = hardEvents();
    const parsed = JSON.parse(renderJsonFeed(feed(events)));
    const { items } = jsonFeed.parse(parsed);
    expect(parsed.items.map((item: { _event: unknown }) => item._event)).toEqual(events);
    // An event whose first day is not known was published with its last change.
    expect(items[1]).toMatchObject({ date_published: events[1]?.updated_at });
    expect(items[0]).toMatchObject({
      id: events[0]?.id,
      url: events[0]?.tickets.buy_url,
      external_url: events[0]?.url,
      date_published: '2026-10-01T08:30:00.000Z',
      title: HARD_NAMES['an end of CDATA'],
    });
  });
});

describe.each([
  ['RSS 2.0', renderRss],
  ['XML', renderXml],
])('%s', (_name, render) => {
  test('is well-formed, also with characters that XML cannot hold', () => {
    const dirty = wireEvent({ name: 'a\u0001b\u000b\ufffec', category: '\u001f' });
    for (const events of [hardEvents(), [], [dirty]]) expect(XMLValidator.validate(render(feed(events)))).toBe(true);
    expect(render(feed([dirty]))).toContain('>abc<');
  });
});

test('RSS: channel, self link, items with buy link, guid and category, every name intact', () => {
  const events = hardEvents();
  const { rss } = new XMLParser(parserOptions).parse(renderRss(feed(events)));
  expect(rss['@_version']).toBe('2.0');
  expect(rss.channel).toMatchObject({ title: 'Partner Events & more', link: 'https://tickets.example' });
  expect(rss.channel['atom:link']).toMatchObject({
    '@_rel': 'self',
    '@_href': 'https://tickets.example/v1/feeds/events.rss?city=A%26B&limit=20',
    '@_type': 'application/rss+xml',
  });
  const items = asList(rss.channel.item);
  expect(items.map((item) => item.title)).toEqual(events.map((event) => event.name));
  expect(items[0]).toMatchObject({
    link: 'https://tickets.example/buy/evt_8Qm3?ref=Abc123',
    guid: { '#text': 'evt_hard0', '@_isPermaLink': 'false' },
    category: 'music',
    pubDate: 'Thu, 01 Oct 2026 08:30:00 GMT',
  });
  // A reader takes the description for HTML: an organizer's text must come out as text.
  const [described] = asList(
    new XMLParser(parserOptions).parse(
      renderRss(feed([wireEvent({ display: { ...wireEvent().display, short_description: '<script>x</script>' } })])),
    ).rss.channel.item,
  );
  expect(described?.description).toBe(
    '&lt;script&gt;x&lt;/script&gt;<br/>Thu 4 Mar 2027, 19:00 · Hall, London, GB · £20 – £80.50',
  );
});

test('XML: the members of Event under their own names', () => {
  const events = hardEvents();
  const isArray = (name: string, path: unknown) => name === 'event' || path === 'events.event.performers.performer';
  const parsed = new XMLParser({ ...parserOptions, isArray }).parse(renderXml(feed(events)));
  expect(parsed.events['@_mode']).toBe('live');
  const list = asList(parsed.events.event);
  expect(list.map((event) => event.name)).toEqual(events.map((event) => event.name));
  expect(Object.keys(list[0] ?? {})).toEqual(Object.keys(events[0] ?? {}));
  expect(list[0]).toMatchObject({
    location: { lat: '51.5', lng: '-0.12', city: 'London' },
    tickets: { from: '20', to: '80.5', availability: 'available' },
    earn: { eligible: 'true', percent: '7.5' },
    test: 'false',
  });
  const bare = list.find((event) => event.id === 'evt_bare');
  expect(bare?.starts_at).toEqual(expect.objectContaining({ '@_xsi:nil': 'true' }));
});

test('CSV: RFC 4180, fixed columns, formulas defused, numbers untouched', () => {
  const events = hardEvents();
  const text = renderCsv(feed(events));
  const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' });
  expect(text.split('\r\n', 1)[0]).toBe(
    'id,name,status,starts_at,ends_at,date,timezone,venue,address,city,country,lat,lng,image,category,performers,price_from,price_to,currency,availability,buy_url,earn_eligible,earn_amount,earn_percent,earn_currency,earn_description,can_share,url,short_description,date_label,price_label,organizer_name,organizer_verified,test,updated_at,inventory_updated_at,venue_id,performer_ids',
  );
  expect(rows.map((row) => Object.keys(row).length)).toEqual(events.map(() => 38));
  const defused = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name);
  expect(rows.map((row) => row.name)).toEqual(events.map((event) => defused(event.name)));
  expect(rows[1]).toMatchObject({ name: `'${HARD_NAMES['a formula']}`, performers: `'${HARD_NAMES['a formula']}` });
  expect(rows[0]).toMatchObject({
    venue_id: 'ven_hall',
    performer_ids: 'prf_hard0',
    lat: '51.5',
    lng: '-0.12',
    earn_amount: '',
    earn_percent: '7.5',
    test: 'false',
  });
  expect(rows.find((row) => row.id === 'evt_bare')).toMatchObject({
    starts_at: '',
    lat: '',
    performers: '',
    price_from: '',
  });
  for (const start of ['+1', '-1', '@a', '\ta', '\ra']) {
    const [row] = parse(renderCsv(feed([wireEvent({ name: start })])), { columns: true }) as Record<string, string>[];
    expect(row?.name).toBe(`'${start}`);
  }
});

function readOne(event: Event) {
  const text = renderICalendar(feed([event]));
  const [component] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  return { text, component };
}

describe('iCalendar', () => {
  const events = hardEvents();
  const text = renderICalendar(feed(events));
  const calendar = new ICAL.Component(ICAL.parse(text));
  const components = calendar.getAllSubcomponents('vevent');
  const of = (id: string) => components[events.findIndex((event) => event.id === id)];

  test('ends every line with CRLF and folds at 75 octets without splitting a character', () => {
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf('\r\n', start);
      const line = bytes.subarray(start, end);
      expect(line.length).toBeLessThanOrEqual(75);
      expect(line.toString()).not.toContain('\ufffd');
      start = end + 2;
    }
  });

  test('brings every name back, and nothing it says becomes a property', () => {
    const read = components.map((component) => component.getFirstPropertyValue('summary'));
    expect(read).toEqual(events.map((event) => event.name.replaceAll('\r\n', '\n')));
    expect(components.filter((component) => component.hasProperty('attendee'))).toEqual([]);
    expect(components).toHaveLength(events.length);
  });

  test('shows time, place and status', () => {
    const first = components[0];
    expect(first?.getFirstPropertyValue('dtstart')?.toString()).toBe('2027-03-04T19:00:00Z');
    expect(first?.getFirstPropertyValue('dtend')?.toString()).toBe('2027-03-04T22:30:00Z');
    expect(first?.getFirstPropertyValue('geo')).toEqual([51.5, -0.12]);
    expect(first?.getFirstPropertyValue('url')).toBe('https://tickets.example/buy/evt_8Qm3?ref=Abc123');
    expect(first?.getFirstPropertyValue('uid')).toBe('evt_hard0@tickets.example');
    expect(first?.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(first?.getFirstPropertyValue('location')).toBe('Hall, 1 Road, London, GB');
    const bare = of('evt_bare');
    expect(bare?.getFirstPropertyValue('dtstart')?.toString()).toBe('2027-03-04');
    expect(bare?.getFirstPropertyValue('dtend')?.toString()).toBe('2027-03-05');
    expect(bare?.getFirstPropertyValue('status')).toBe('TENTATIVE');
    const gone = of('evt_gone');
    expect(gone?.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(gone?.getFirstPropertyValue('geo')).toEqual([0, -180]);
  });

  test.each([
    ['less than a second', '2027-05-01T20:00:00.100Z', '2027-05-01T20:00:00.900Z', '2027-05-01T23:00:00Z'],
    ['two seconds', '2027-05-01T20:00:00.900Z', '2027-05-01T20:00:01.100Z', '2027-05-01T20:00:01Z'],
    ['whole days', null, '2027-05-03T22:59:59.999Z', '2027-05-04'],
    ['whole days, to midnight', null, '2027-05-03T23:00:00.000Z', '2027-05-04'],
    ['a whole day', null, '2027-05-01T22:59:59.000Z', '2027-05-02'],
    ['no end', '2027-05-01T20:00:00.000Z', null, '2027-05-01T23:00:00Z'],
    ['neither', null, null, '2027-05-02'],
    ['an end before the start', '2027-05-01T20:00:00.000Z', '2027-05-01T19:00:00.000Z', '2027-05-01T23:00:00Z'],
    ['an end before the day', null, '2027-04-29T19:00:00.000Z', '2027-05-02'],
    ['no end before midnight', '2027-05-01T23:30:00.000Z', null, '2027-05-02T02:30:00Z'],
    ['an offset', '2027-05-01T20:00:00+02:00', null, '2027-05-01T21:00:00Z'],
    ['a day and a night', null, '2027-05-02T03:00:00.000Z', '2027-05-03'],
  ])('an end is later than its start: %s', (_what, starts_at, ends_at, end) => {
    const { text: rendered, component } = readOne(wireEvent({ date: '2027-05-01', starts_at, ends_at }));
    expect(component?.getFirstPropertyValue('dtend')?.toString()).toBe(end);
    if (starts_at === null) expect(rendered).toContain('DTEND;VALUE=DATE:');
  });

  test("every entry has the format's required parts, and the calendar is no message", () => {
    expect(text).not.toMatch(/^METHOD:/m);
    for (const component of components) {
      for (const name of ['uid', 'dtstamp', 'dtstart', 'dtend', 'created', 'summary']) {
        expect(component.getAllProperties(name)).toHaveLength(1);
      }
      const { startDate, endDate } = new ICAL.Event(component);
      expect(endDate.compare(startDate)).toBe(1);
    }
    expect(components[0]?.getFirstPropertyValue('created')?.toString()).toBe('2026-10-01T08:30:00Z');
  });

  test('without events it still holds a component, as every calendar must', () => {
    const empty = new ICAL.Component(ICAL.parse(renderICalendar(feed([]))));
    expect(empty.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone']);
  });

  test('drops control characters and keeps an address on its line', () => {
    const dirty = wireEvent({ name: 'a\u0007b\u007fc', image: 'https://img.example/a\r\nATTENDEE:x' });
    const { component } = readOne(dirty);
    expect(component?.getFirstPropertyValue('summary')).toBe('abc');
    expect(component?.hasProperty('attendee')).toBe(false);
  });
});
