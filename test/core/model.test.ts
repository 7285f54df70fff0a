import { type Id, newId } from '../../src/core/ids.js';
import { add, type Money, subtract } from '../../src/core/money.js';
import type { Outcome } from '../../src/core/outcomes.js';

/** The type checker proves what this file refuses: an example without an error is an error. */
const release = (orderId: Id<'order'>, quantity: number) => [orderId, quantity];
const store = (outcome: Outcome) => outcome;

test('the compiler refuses the id of another kind', () => {
  const order = newId('order');
  const event = newId('event');
  expect(release(order, 1)).toEqual([order, 1]);
  // Ids from outside are plain text.
  expect(release('ord_1', 1)).toEqual(['ord_1', 1]);
  // @ts-expect-error an event is no order.
  expect(release(event, 1)).toEqual([event, 1]);
});

test('the compiler refuses an unknown outcome', () => {
  expect(store('http_5xx')).toBe('http_5xx');
  // @ts-expect-error no attempt ends like this.
  expect(store('server_error')).toBe('server_error');
});

describe('money', () => {
  const euros = { minor: 1_250, currency: 'EUR' } as const;
  const yen = { minor: 300, currency: 'JPY' } as const;

  test('is added and subtracted in one currency', () => {
    expect(add(euros, euros)).toEqual({ minor: 2_500, currency: 'EUR' });
    expect(subtract(euros, { minor: 1_500, currency: 'EUR' })).toEqual({ minor: -250, currency: 'EUR' });
  });

  test('of two currencies is refused by the compiler, and at run time where only the database knows them', () => {
    // @ts-expect-error euros and yen.
    expect(() => add(euros, yen)).toThrow('JPY cannot be reckoned with EUR');
    const [read, other]: Money[] = [euros, yen];
    if (!read || !other) throw new Error('no amounts');
    for (const reckon of [add, subtract]) expect(() => reckon(read, other)).toThrow(RangeError);
  });
});
