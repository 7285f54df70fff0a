import { earningClock, refundReadyAt } from '../../../src/earnings/rules/earnings.js';

const end = new Date('2027-03-01T22:00:00Z');
const at = (iso: string) => new Date(iso);

describe('the clock of an earning', () => {
  it('approves 48 hours after the end of the event, and is ready 7 days later', () => {
    expect(earningClock(end, at('2027-01-01T00:00:00Z'))).toEqual({
      approvesAt: at('2027-03-03T22:00:00Z'),
      readyAt: at('2027-03-10T22:00:00Z'),
      reason: 'awaiting_event',
    });
  });

  it.each([
    ['2027-03-01T21:59:59.999Z', 'awaiting_event'],
    ['2027-03-01T22:00:00.000Z', 'under_review'],
    ['2027-03-02T22:00:00.000Z', 'under_review'],
  ])('at %s it says %s', (now, reason) => {
    expect(earningClock(end, at(now)).reason).toBe(reason);
  });

  it('stands still while a postponed event has no date', () => {
    expect(earningClock(null, end)).toEqual({ approvesAt: null, readyAt: null, reason: 'awaiting_event' });
  });
});

describe('a refund is ready', () => {
  const ready = at('2027-03-10T22:00:00Z');
  it.each([
    ['with its sale', ready, at('2027-02-01T00:00:00Z'), ready],
    ['when it happens, after its sale was ready', ready, at('2027-04-01T00:00:00Z'), at('2027-04-01T00:00:00Z')],
    ['at no time yet, as its sale', null, at('2027-04-01T00:00:00Z'), null],
  ])('%s', (_what, saleReady, refunded, expected) => {
    expect(refundReadyAt(saleReady, refunded)).toEqual(expected);
  });
});
