import { type EventStatus, eventStatus } from '../../../src/core/wire/event.js';
import {
  moveStatus,
  STATUS_TRANSITIONS,
  StatusTransitionError,
  statusForStock,
  statusFromFeed,
} from '../../../src/listings/rules/event-status.js';

const at = (status: EventStatus, statusBeforeSoldOut: 'scheduled' | 'rescheduled' | null = null) => ({
  status,
  statusBeforeSoldOut,
});

describe('moveStatus', () => {
  const pairs = eventStatus.options.flatMap((from) => eventStatus.options.map((to) => [from, to] as const));

  it.each(pairs.filter(([from, to]) => from === to || STATUS_TRANSITIONS[from].includes(to)))(
    'goes from %s to %s',
    (from, to) => {
      expect(moveStatus(at(from), to).status).toBe(to);
    },
  );

  it.each(pairs.filter(([from, to]) => from !== to && !STATUS_TRANSITIONS[from].includes(to)))(
    'refuses to go from %s to %s',
    (from, to) => {
      expect(() => moveStatus(at(from), to)).toThrow(StatusTransitionError);
    },
  );

  it.each(['cancelled', 'completed'] as const)('lets nothing follow %s and says so', (status) => {
    expect(STATUS_TRANSITIONS[status]).toEqual([]);
    expect(() => moveStatus(at(status), 'scheduled')).toThrow(`${status} is final: scheduled cannot follow`);
  });

  it('says which statuses could follow', () => {
    expect(() => moveStatus(at('postponed'), 'scheduled')).toThrow(
      'scheduled cannot follow postponed; rescheduled, cancelled can',
    );
  });

  it('remembers the status before selling out', () => {
    expect(moveStatus(at('rescheduled'), 'sold_out')).toEqual(at('sold_out', 'rescheduled'));
    expect(moveStatus(at('sold_out', 'rescheduled'), 'cancelled')).toEqual(at('cancelled'));
  });

  it('leaves a sold-out event sold out where the stock decides', () => {
    expect(moveStatus(at('sold_out', 'scheduled'), 'rescheduled', { stockDecides: true })).toEqual(
      at('sold_out', 'rescheduled'),
    );
    expect(moveStatus(at('sold_out', 'scheduled'), 'scheduled')).toEqual(at('scheduled'));
  });
});

describe('statusForStock', () => {
  it.each(['scheduled', 'rescheduled'] as const)('sells %s out and brings it back', (status) => {
    const soldOut = statusForStock(status, null, true);
    expect(soldOut).toEqual(at('sold_out', status));
    expect(statusForStock(soldOut.status, soldOut.statusBeforeSoldOut, false)).toEqual(at(status));
  });

  it('brings an event without a remembered status back as scheduled', () => {
    expect(statusForStock('sold_out', null, false)).toEqual(at('scheduled'));
  });

  it.each(['postponed', 'cancelled', 'completed'] as const)('leaves %s alone', (status) => {
    expect(statusForStock(status, null, true)).toEqual(at(status));
    expect(statusForStock(status, null, false)).toEqual(at(status));
  });

  it('changes nothing twice', () => {
    expect(statusForStock('sold_out', 'rescheduled', true)).toEqual(at('sold_out', 'rescheduled'));
    expect(statusForStock('scheduled', null, false)).toEqual(at('scheduled'));
  });
});

describe('statusFromFeed', () => {
  it.each(eventStatus.options)('leaves %s where the feed says nothing', (status) => {
    expect(statusFromFeed(at(status), null)).toEqual(at(status));
  });

  it('reads "scheduled" of a postponed event as rescheduled', () => {
    expect(statusFromFeed(at('postponed'), 'scheduled')).toEqual(at('rescheduled'));
  });

  it.each(['rescheduled', 'completed'] as const)('"scheduled" changes nothing of a %s event', (status) => {
    expect(statusFromFeed(at(status), 'scheduled')).toEqual(at(status));
  });

  it('puts a sold-out event back on sale, with its earlier status', () => {
    expect(statusFromFeed(at('sold_out', 'scheduled'), 'scheduled')).toEqual(at('scheduled'));
    expect(statusFromFeed(at('sold_out', 'rescheduled'), 'scheduled')).toEqual(at('rescheduled'));
    expect(statusFromFeed(at('sold_out', 'rescheduled'), 'scheduled', { stockDecides: true })).toEqual(
      at('sold_out', 'rescheduled'),
    );
  });

  it.each([
    ['cancelled', 'scheduled'],
    ['completed', 'cancelled'],
    ['postponed', 'sold_out'],
  ] as const)('refuses a status that cannot follow: %s, %s', (from, to) => {
    expect(() => statusFromFeed(at(from), to)).toThrow(StatusTransitionError);
  });
});
