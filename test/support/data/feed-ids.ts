import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import ICAL from 'ical.js';

const xml = new XMLParser({ ignoreAttributes: true, isArray: (name) => name === 'item' || name === 'event' });

/** The ids of the events in each feed, in its order, each read by a parser that is not ours. */
export const FEED_IDS: Record<string, (body: string) => string[]> = {
  'events.json': (body) => JSON.parse(body).items.map((item: { id: string }) => item.id),
  'events.rss': (body) => (xml.parse(body).rss.channel.item ?? []).map((item: { guid: string }) => item.guid),
  'events.xml': (body) => (xml.parse(body).events.event ?? []).map((event: { id: string }) => event.id),
  'events.csv': (body) => (parse(body, { columns: true }) as { id: string }[]).map((row) => row.id),
  'events.ics': (body) =>
    new ICAL.Component(ICAL.parse(body))
      .getAllSubcomponents('vevent')
      .map((component) => String(component.getFirstPropertyValue('uid')).split('@')[0] ?? ''),
};
