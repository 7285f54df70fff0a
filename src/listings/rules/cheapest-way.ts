/**
 * Ways to the events in a circle: to gather all events of the performers that are asked for and sort them; to look into the
 * one-degree squares that the circle touches, one by one; to walk through the events in order until a page is full.
 */
interface Costs {
  gather: number;
  squares: number;
  walk: number;
}

/** What is known before a page is chosen, from counters and the planner's statistics. */
export interface Known {
  order: 'soonest' | 'changed';
  /** Events in all, of those that the order has. */
  events: number;
  /** Rows of the page. */
  wanted: number;
  /** Walks that are merged into one: of each country and category of an agreement. */
  walks: number;
  /** Squares that the circle touches, and how large a share of all events lies in them. */
  squares: number;
  share: number;
  /** The share of the {@link BUSIEST} squares that hold most. */
  busiest: number;
  /** Upcoming events of the performers that are asked for; absent: none are. */
  performed?: number;
  /** Whether the circle crosses the antimeridian or holds a pole, so that its longitudes rule nobody out. */
  around: boolean;
  /** Whether more is asked for than a circle, which the index of performers' longitudes does not hold. */
  opens: boolean;
}

/** So many squares are looked into first, where that pays off. */
export const BUSIEST = 2;

/** What a way costs, in microseconds of Postgres, measured with 250,000 events (`bench/filters.ts`). */
const COST = {
  /** For each event of a performer. */
  performed: 0.05,
  /** For each of them within the longitudes of the circle, read in the index alone or opened. */
  gathered: 0.45,
  opened: 3.5,
  /** To look into a square, and for each row that is passed there. With performers the order of changes opens it too. */
  square: 5,
  inSquare: { soonest: 1.1, changed: 3 },
  /** A row that is passed on the way, and one whose performers are compared too. */
  passed: 0.35,
  compared: 0.5,
};
/** A circle's squares hold a quarter of their events outside of it, so more rows are read than wanted. */
const READ = 4 / 3;
/** Squares differ: some are empty, and most events lie in a few. On average half as many rows are read in each. */
const IN_EACH_SQUARE = 0.5;
/** The longitudes of a circle hold about so many times the events of its squares. */
const IN_LONGITUDES = 6;
/** Fewer squares are read as quickly without knowing where the page ends. */
const MANY_SQUARES = 16;

/** How a page is found; every way finds the same one. */
export interface Choice {
  gather: boolean;
  /** Where nothing is gathered: to look into squares, rather than to walk. */
  squares: boolean;
  /** To look into the busiest squares first, and into the others up to where their page ends. */
  busiestFirst: boolean;
}

/** Chooses what costs least, as far as can be told. */
export function cheapestWay(known: Known): Choice {
  const matching = known.performed === undefined ? 1 : Math.min(1, known.performed / known.events);
  const { squares, busiest, events } = known;
  const busiestFirst = squares > MANY_SQUARES && busiest * events * matching > 2 * READ * known.wanted;
  const costs = costsOf(known, matching, busiestFirst);
  return {
    gather: costs.gather <= Math.min(costs.squares, costs.walk),
    squares: costs.squares <= costs.walk,
    busiestFirst,
  };
}

function costsOf(known: Known, matching: number, busiestFirst: boolean): Costs {
  const { order, events, squares, share, busiest, performed } = known;
  const performers = performed !== undefined;
  const wanted = (READ * known.wanted) / matching;
  const inSquares = busiestFirst ? wanted + (share / busiest) * wanted : squares * wanted * IN_EACH_SQUARE;
  return {
    gather: performers ? performed * gatheredOf(known) : Number.POSITIVE_INFINITY,
    squares:
      squares * COST.square + Math.min(share * events, inSquares) * COST.inSquare[performers ? order : 'soonest'],
    walk: known.walks * Math.min(events, wanted / share) * (performers ? COST.compared : COST.passed),
  };
}

/** In the order of changes every row of a performer is opened: no index has events that are over. */
function gatheredOf({ order, share, around, opens }: Known): number {
  if (order === 'changed') return COST.opened;
  const inside = around ? 1 : Math.min(1, IN_LONGITUDES * share);
  return COST.performed + (opens ? COST.opened : COST.gathered) * inside;
}
