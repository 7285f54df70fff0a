import { gzipSync } from 'node:zlib';
import { readBulkFile } from './support/bulk-reader.js';

const UNTIL = '2026-11-24T08:00:00.000Z';
const event = (id: string) => JSON.stringify({ object: 'event', id, name: `Event ${id}` });
const withdrawn = JSON.stringify({ object: 'withdrawn', id: 'evt_3', withdrawn_at: UNTIL });
const fileOf = (...lines: string[]) => gzipSync(`${lines.join('\n')}\n`);

test('reads the events and the withdrawals of a whole file', () => {
  const body = fileOf(event('evt_1'), event('evt_2'), withdrawn);
  expect(readBulkFile({ events: '2', until: UNTIL, body })).toEqual({
    names: new Map([
      ['evt_1', 'Event evt_1'],
      ['evt_2', 'Event evt_2'],
    ]),
    withdrawn: ['evt_3'],
    until: UNTIL,
  });
});

test.each([
  ['ends too early', { body: fileOf(event('evt_1')).subarray(0, -9) }, 'unexpected end of file'],
  ['lacks an event', { events: '2' }, 'a file says that it has 2 events, and has 1'],
  ['has an event twice', { body: fileOf(event('evt_1'), event('evt_1')) }, 'a file has evt_1 twice'],
  ['does not say where the next begins', { until: null }, 'a file does not say where the next one begins'],
])('refuses a file that %s', (_, wrong, message) => {
  const whole = { events: '1', until: UNTIL, body: fileOf(event('evt_1')) };
  expect(() => readBulkFile({ ...whole, ...wrong })).toThrow(message);
});
