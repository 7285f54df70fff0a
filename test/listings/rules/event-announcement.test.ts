import {
  announcementKey,
  announcementOf,
  changesSince,
  type EventFacts,
  readAnnouncementKey,
} from '../../../src/listings/rules/event-announcement.js';

const SCHEDULED: EventFacts = {
  status: 'scheduled',
  start: '2026-12-02T20:00:00Z',
  date: '2026-12-02',
  timezone: 'Europe/Lisbon',
  venue: 'Coliseu',
  address: 'Rua das Portas 96',
  city: 'Lisbon',
  country: 'PT',
};
const NINE = '2026-12-02T21:00:00Z';
const POSTPONED: Partial<EventFacts> = { status: 'postponed' };

// Its possible news, and the news for a buyer who knows the former state.
test.each<[string, Partial<EventFacts>, Partial<EventFacts>, string | null, string[]]>([
  ['cancelled', {}, { status: 'cancelled' }, 'cancelled', ['cancelled']],
  ['cancelled and moved at once', {}, { status: 'cancelled', start: NINE, venue: 'Arena' }, 'cancelled', ['cancelled']],
  ['postponed', { status: 'sold_out' }, POSTPONED, 'postponed', ['postponed']],
  ['still postponed', POSTPONED, { ...POSTPONED, start: NINE }, null, []],
  ['a new date after it was postponed', POSTPONED, { status: 'rescheduled', start: NINE }, 'rescheduled', ['date']],
  ['the old date after it was postponed', POSTPONED, { status: 'rescheduled' }, 'rescheduled', ['date']],
  ['an hour later, whatever its status says', {}, { start: NINE }, 'rescheduled', ['date']],
  ['another day without a time', { start: null }, { start: null, date: '2026-12-03' }, 'rescheduled', ['date']],
  ['the time becomes known', { start: null }, {}, 'rescheduled', []],
  ['the time becomes unknown', {}, { start: null }, null, []],
  ['the same instant, written otherwise', {}, { start: '2026-12-02T20:00:00.000Z' }, null, []],
  ['called rescheduled, at the same time', {}, { status: 'rescheduled' }, null, []],
  ['sold out', {}, { status: 'sold_out' }, null, []],
  ['over', {}, { status: 'completed', start: NINE }, null, []],
  ['another venue', {}, { venue: 'Arena' }, 'moved', ['place']],
  ['another city', {}, { city: 'Porto' }, 'moved', ['place']],
  ['another country', {}, { country: 'ES' }, 'moved', ['place']],
  ['another street of no venue', { venue: null }, { venue: null, address: 'Rua Nova 1' }, 'moved', ['place']],
  ['another street of the same venue', {}, { address: 'Rua das Portas de Santo Antão 96' }, null, []],
  ['another spelling', {}, { venue: ' COLISEU', city: 'LISBON' }, null, []],
  ['the venue becomes known', { venue: null }, {}, 'moved', []],
  ['the venue becomes unknown', {}, { venue: null }, null, []],
  ['another venue and day', {}, { venue: 'Arena', date: '2026-12-03', start: null }, 'rescheduled', ['date', 'place']],
])('%s', (_what, before, after, kind, changes) => {
  expect(announcementOf({ ...SCHEDULED, ...before }, { ...SCHEDULED, ...after })).toBe(kind);
  expect(changesSince({ ...SCHEDULED, ...before }, { ...SCHEDULED, ...after })).toEqual(changes);
});

test('a venue that became unknown and then known as another is new', () => {
  const unknown = { ...SCHEDULED, venue: null };
  const other = { ...SCHEDULED, venue: 'Arena' };
  expect(announcementOf(unknown, other)).toBe('moved');
  expect(changesSince(SCHEDULED, other)).toEqual(['place']);
});

test('a key contains the announced facts', () => {
  const announcement = { id: 'ann_1', eventId: 'evt_1', kind: 'cancelled' } as const;
  expect(readAnnouncementKey(announcementKey(announcement))).toEqual(announcement);
  expect(() => readAnnouncementKey('ann_1/evt_1/other')).toThrow('no announcement');
});
