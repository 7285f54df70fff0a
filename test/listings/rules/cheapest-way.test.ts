import { cheapestWay, type Known } from '../../../src/listings/rules/cheapest-way.js';

/** A circle of 500 km that holds one of a hundred events. */
const CIRCLE: Known = {
  order: 'soonest',
  events: 200_000,
  wanted: 21,
  walks: 1,
  squares: 95,
  share: 0.01,
  busiest: 0.004,
  around: false,
  opens: false,
};

const gather = { gather: true };
const squares = { gather: false, squares: true };
const walk = { gather: false, squares: false };

describe('cheapestWay', () => {
  it.each([
    ['a small circle with few events', { squares: 4, share: 0.0005, busiest: 0.0004 }, squares],
    ['a large one with a hundredth of all events', {}, squares],
    ['a large one with a tenth', { share: 0.1, busiest: 0.04 }, walk],
    ['squares of which nothing is known', { share: 0, busiest: 0 }, squares],
    ['a large one with a tenth, in each of twenty countries', { share: 0.1, busiest: 0.04, walks: 20 }, squares],
    ['a large one with a fiftieth', { share: 0.02, busiest: 0.01 }, walk],
    ['a large one with a fiftieth, and a long page', { share: 0.02, busiest: 0.01, wanted: 501 }, squares],
    ['performers around a pole, where all their events are read', { performed: 20_000, around: true }, squares],
    ['the same performers elsewhere', { performed: 20_000 }, gather],
    ['the same performers in a country', { performed: 20_000, opens: true }, squares],
    ['an empty table', { events: 1, share: 0, busiest: 0 }, walk],
    ['a performer with few events', { performed: 300 }, gather],
    ['performers with events everywhere', { performed: 70_000, share: 0.08, busiest: 0.02 }, walk],
    ['frequent performers in a circle with few events', { performed: 70_000, share: 0.001, busiest: 0.0005 }, squares],
    ['performers of many events, by change', { order: 'changed' as const, performed: 20_000 }, squares],
  ])('%s', (_name, known: Partial<Known>, expected) => {
    expect(cheapestWay({ ...CIRCLE, ...known })).toMatchObject(expected);
  });

  it('looks into the busiest squares first where they are many and likely fill a page', () => {
    expect(cheapestWay(CIRCLE).busiestFirst).toBe(true);
    expect(cheapestWay({ ...CIRCLE, squares: 9 }).busiestFirst).toBe(false);
    expect(cheapestWay({ ...CIRCLE, busiest: 0.0002 }).busiestFirst).toBe(false);
    expect(cheapestWay({ ...CIRCLE, performed: 1000 }).busiestFirst).toBe(false);
  });
});
