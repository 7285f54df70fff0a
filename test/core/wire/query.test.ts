import { z } from 'zod';
import { country, date, decimal, flag, instant, integer, limit, typedDate } from '../../../src/core/wire/query.js';

const read = (schema: z.ZodType, text: string): unknown => {
  const result = schema.safeParse(text);
  return result.success ? result.data : result.error.issues.map(({ message }) => message);
};
const refused = [expect.stringMatching(/^must be /)];

test.each(['1', '100'])('a whole number within its range: %s', (text) =>
  expect(read(integer(1, 100), text)).toBe(Number(text)),
);
test.each(['0', '101', '-1', '01', '1.0', '1e1', '0x1', ' 1', '1 ', '+1', '١', 'NaN', 'Infinity', '9'.repeat(400), ''])(
  'no whole number from 1 to 100: %s',
  (text) => expect(read(integer(1, 100), text)).toEqual(['must be a whole number from 1 to 100']),
);

test.each([
  ['0', 0],
  ['-0', 0],
  ['-0.0', 0],
  ['12.5', 12.5],
  ['-90', -90],
  ['52.520008', 52.520008],
  // Computed numbers, as JavaScript and Python print them.
  ['52.520000000000003', 52.520000000000003],
  ['0.30000000000000004', 0.30000000000000004],
  ['1e-7', 1e-7],
  ['-2.5E+1', -25],
])('a number: %s', (text, value) => expect(Object.is(read(decimal(-90, 90), text), value)).toBe(true));
test.each(['.5', '5.', '1,5', '1e2', '1e', 'e1', '1e999', '1e1.5', '--1', 'ten', '90.0000001', '0x10', '1_000'])(
  'no number from -90 to 90: %s',
  (text) => expect(read(decimal(-90, 90), text)).toEqual(['must be a number from -90 to 90']),
);

test('flags are true and false, nothing else', () => {
  expect([read(flag, 'true'), read(flag, 'false')]).toEqual([true, false]);
  for (const text of ['1', '0', 'yes', 'TRUE', 'on']) expect(read(flag, text)).toEqual(refused);
});

test('countries are two letters in any case', () => {
  expect(read(country, 'dE')).toBe('DE');
  for (const text of ['D', 'DEU', 'D1', 'Ⅾe', 'de ']) expect(read(country, text)).toEqual(refused);
});

test('days exist', () => {
  for (const day of ['2026-11-30', '2028-02-29', '0001-01-01', '9999-12-31']) expect(read(date, day)).toBe(day);
  for (const day of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '26-11-30',
    '2026-1-1',
    '2026-11-30T00:00:00Z',
    '+002026-11-30',
  ]) {
    expect(read(date, day)).toEqual(refused);
  }
});

test('days that people type are of 1970 to 2200', () => {
  for (const day of ['1970-01-01', '2200-12-31']) expect(read(typedDate, day)).toBe(day);
  for (const day of ['1969-12-31', '2201-01-01', '0001-01-01', '9999-12-31', '2026-02-29']) {
    expect(read(typedDate, day)).toEqual(refused);
  }
});

test.each([
  ['2026-11-30T18:00:00Z', '2026-11-30T18:00:00.000000Z'],
  ['2026-11-30T18:00Z', '2026-11-30T18:00:00.000000Z'],
  ['2026-11-30T18:00:00.123456Z', '2026-11-30T18:00:00.123456Z'],
  ['2026-11-30T18:00:00.1234567Z', '2026-11-30T18:00:00.123456Z'],
  ['2026-11-30T18:00:00.5+02:00', '2026-11-30T16:00:00.500000Z'],
  ['2026-11-30T18:00:00 02:00', '2026-11-30T16:00:00.000000Z'],
  ['2026-11-30T18:00:00+0200', '2026-11-30T16:00:00.000000Z'],
  ['2026-11-30T18:00:00 0000', '2026-11-30T18:00:00.000000Z'],
  ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000000Z'],
])('%s is the instant %s', (text, utc) => expect(read(instant, text)).toBe(utc));
test.each([
  '2026-11-30',
  '2026-11-30T18:00:00',
  '2026-11-30T24:00:00Z',
  '2026-11-30T18:60:00Z',
  '2026-11-30T18:00:60Z',
  '2026-02-30T18:00:00Z',
  '2026-11-30 18:00:00Z',
  '2026-11-30T18:00:00+24:00',
  '2026-11-30T18:00:00+2:00',
  '9999-12-31T23:59:59-01:00',
  '0001-01-01T00:00:00+01:00',
  'yesterday',
  '1700000000',
])('%s is no instant', (text) => expect(read(instant, text)).toEqual(refused));

test('a limit has a default, which the document shows', () => {
  expect(limit(100, 20).parse(undefined)).toBe(20);
  expect(z.toJSONSchema(limit(100, 20), { io: 'input' })).toMatchObject({
    type: 'integer',
    maximum: 100,
    'x-default': 20,
  });
});
