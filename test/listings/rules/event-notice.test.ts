import { type NoticedState, noticeKey, noticeOf, readNoticeKey } from '../../../src/listings/rules/event-notice.js';

const at = (status: NoticedState['status'], startsAt: string | null, date = '2026-12-02'): NoticedState => ({
  status,
  startsAt: startsAt === null ? null : new Date(startsAt),
  date,
});
const EIGHT = '2026-12-02T20:00:00Z';
const NINE = '2026-12-02T21:00:00Z';

test.each<[string, NoticedState, NoticedState, string | null]>([
  ['cancelled', at('scheduled', EIGHT), at('cancelled', EIGHT), 'cancelled'],
  ['cancelled and moved at once', at('scheduled', EIGHT), at('cancelled', NINE), 'cancelled'],
  ['postponed', at('sold_out', EIGHT), at('postponed', EIGHT), 'postponed'],
  ['still postponed', at('postponed', EIGHT), at('postponed', NINE), null],
  ['a new date after it was postponed', at('postponed', EIGHT), at('rescheduled', NINE), 'rescheduled'],
  ['the old date after it was postponed', at('postponed', EIGHT), at('rescheduled', EIGHT), 'rescheduled'],
  ['an hour later, whatever its status says', at('scheduled', EIGHT), at('scheduled', NINE), 'rescheduled'],
  ['another day without a time', at('scheduled', null), at('scheduled', null, '2026-12-03'), 'rescheduled'],
  ['the time becomes known', at('scheduled', null), at('scheduled', EIGHT), null],
  ['called rescheduled, at the same time', at('scheduled', EIGHT), at('rescheduled', EIGHT), null],
  ['sold out', at('scheduled', EIGHT), at('sold_out', EIGHT), null],
  ['over', at('scheduled', EIGHT), at('completed', NINE), null],
])('%s', (_what, before, after, kind) => {
  expect(noticeOf(before, after)).toBe(kind);
});

test('a key says what was announced', () => {
  const notice = { id: 'ntc_1', eventId: 'evt_1', kind: 'cancelled' } as const;
  expect(readNoticeKey(noticeKey(notice))).toEqual(notice);
  expect(() => readNoticeKey('ntc_1/evt_1/other')).toThrow('no notice');
});
