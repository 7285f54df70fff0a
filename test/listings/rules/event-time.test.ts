import { endOf, startOf } from '../../../src/listings/rules/event-time.js';

const time = { startsAt: null, endsAt: null, date: '2027-03-28', timezone: 'Europe/Berlin' };

describe('when an event is over', () => {
  it('is its end where there is one', () => {
    const endsAt = new Date('2027-03-28T22:00:00Z');
    expect(endOf({ ...time, startsAt: new Date('2027-03-28T18:00:00Z'), endsAt })).toEqual(endsAt);
    expect(endOf({ ...time, endsAt })).toEqual(endsAt);
  });

  it('is six hours after the start where there is none', () => {
    const startsAt = new Date('2027-03-28T18:00:00Z');
    expect(endOf({ ...time, startsAt })).toEqual(new Date('2027-03-29T00:00:00Z'));
    expect(startOf({ ...time, startsAt })).toEqual(startsAt);
  });

  it('is the end of the day in its timezone where only the day is known, also when the clocks change', () => {
    expect(startOf(time)).toEqual(new Date('2027-03-27T23:00:00Z'));
    expect(endOf(time)).toEqual(new Date('2027-03-28T22:00:00Z'));
    expect(endOf({ ...time, timezone: null })).toEqual(new Date('2027-03-29T00:00:00Z'));
  });

  it.each([
    ['Africa/Cairo', '2027-04-30', '2027-04-30T21:00:00Z'],
    ['America/Havana', '2027-03-14', '2027-03-15T04:00:00Z'],
  ])('is midnight also after a day that began at one o’clock: %s, %s', (timezone, date, ends) => {
    expect(endOf({ ...time, timezone, date })).toEqual(new Date(ends));
  });
});
