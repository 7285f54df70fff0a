import fc from 'fast-check';
import { calendarText, foldLine, geoLine, textLine, timeLines, urlLine, utcStamp } from '../../src/core/icalendar.js';

const octets = (text: string) => Buffer.byteLength(text);

it('folds any line into at most 75 octets, from which it is read back whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const line = `SUMMARY:${text.replace(/[\r\n]/g, '')}`;
      const folded = foldLine(line);
      expect(Math.max(...folded.split('\r\n').map(octets))).toBeLessThanOrEqual(75);
      expect(folded.replaceAll('\r\n ', '')).toBe(line);
    }),
  );
});

it('ends every line, the last too', () => {
  expect(calendarText(['BEGIN:VCALENDAR', 'END:VCALENDAR'])).toBe('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
});

it.each([
  ['Rock, Pop; Jazz', 'SUMMARY:Rock\\, Pop\\; Jazz'],
  ['back\\slash', 'SUMMARY:back\\\\slash'],
  ['two\r\nlines\rand\nmore', 'SUMMARY:two\\nlines\\nand\\nmore'],
  ['bell\u0007 and\ttab', 'SUMMARY:bell and\ttab'],
])('text %j is %j', (text, line) => {
  expect(textLine('SUMMARY', text)).toEqual([line]);
});

it('says nothing where there is nothing to say', () => {
  expect([textLine('LOCATION', null), textLine('LOCATION', ''), urlLine('URL', null), geoLine(null, 13)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

it('an address cannot begin a line of its own', () => {
  expect(urlLine('URL', 'https://a.example/x\r\nATTENDEE:b,c')).toEqual(['URL:https://a.example/xATTENDEE:b,c']);
});

it.each([
  [52.52, 13.405, 'GEO:52.52;13.405'],
  [0.0000001, -0.12345678, 'GEO:0;-0.123457'],
])('%f, %f is %s', (lat, lng, line) => {
  expect(geoLine(lat, lng)).toEqual([line]);
});

it('writes an instant in UTC to the second', () => {
  expect(utcStamp('2027-01-01T20:00:00.999+01:00')).toBe('20270101T190000Z');
});

const day = { startsAt: null, endsAt: null, date: '2027-03-28', timezone: 'Europe/Berlin' };

it.each([
  ['an exact start', { startsAt: '2027-01-01T19:00:00Z' }, ['DTSTART:20270101T190000Z', 'DTEND:20270101T220000Z']],
  [
    'a start and a later end',
    { startsAt: '2027-01-01T19:00:00Z', endsAt: '2027-01-01T22:00:00Z' },
    ['DTSTART:20270101T190000Z', 'DTEND:20270101T220000Z'],
  ],
  [
    'an end that is not later',
    { startsAt: '2027-01-01T19:00:00Z', endsAt: '2027-01-01T19:00:00.500Z' },
    ['DTSTART:20270101T190000Z', 'DTEND:20270101T220000Z'],
  ],
  ['a day', {}, ['DTSTART;VALUE=DATE:20270328', 'DTEND;VALUE=DATE:20270329']],
  // 22:00 UTC is midnight in Berlin's summer time, which begins that day.
  [
    'a day to its midnight',
    { endsAt: '2027-03-28T22:00:00Z' },
    ['DTSTART;VALUE=DATE:20270328', 'DTEND;VALUE=DATE:20270329'],
  ],
  [
    'days to the last, which the format does not count',
    { endsAt: '2027-03-30T10:00:00Z' },
    ['DTSTART;VALUE=DATE:20270328', 'DTEND;VALUE=DATE:20270331'],
  ],
])('%s', (_what, fields, lines) => {
  expect(timeLines({ ...day, ...fields })).toEqual(lines);
});
