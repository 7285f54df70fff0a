import fc from 'fast-check';
import { cellOf, cellsWithin, distanceKm, reachOf } from '../../../src/listings/rules/geo.js';

const lat = fc.double({ min: -90, max: 90, noNaN: true });
const lng = fc.double({ min: -180, max: 180, noNaN: true });
const radiusKm = fc.double({ min: 1, max: 500, noNaN: true });

/** The point at a bearing and distance from another. */
function destination(from: { lat: number; lng: number }, bearing: number, km: number): { lat: number; lng: number } {
  const angle = km / 6371.0088;
  const phi = (from.lat * Math.PI) / 180;
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
  const there = Math.asin(Math.max(-1, Math.min(1, sine)));
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
    Math.cos(angle) - Math.sin(phi) * Math.sin(there),
  );
  const east = from.lng + (turn * 180) / Math.PI;
  return { lat: (there * 180) / Math.PI, lng: ((((east + 180) % 360) + 360) % 360) - 180 };
}

describe('cellsWithin', () => {
  it('holds the cell of every point inside the circle', () => {
    const inside = fc.record({
      lat,
      lng,
      radiusKm,
      bearing: fc.double({ min: 0, max: 6.28, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(inside, ({ bearing, share, ...circle }) => {
        const point = destination(circle, bearing, circle.radiusKm * share);
        expect(cellsWithin(circle)).toContain(cellOf(point.lat, point.lng));
      }),
      { numRuns: 3000 },
    );
  });

  it('names each cell once', () => {
    fc.assert(
      fc.property(lat, lng, radiusKm, (y, x, r) => {
        const cells = cellsWithin({ lat: y, lng: x, radiusKm: r });
        expect(new Set(cells).size).toBe(cells.length);
        expect(cells.every((cell) => cell >= 0 && cell < 180 * 360)).toBe(true);
      }),
    );
  });

  it('goes on at the other side of the antimeridian', () => {
    const cells = cellsWithin({ lat: -17.7, lng: 179.8, radiusKm: 60 });
    expect(cells).toContain(cellOf(-17.7, 179.9));
    expect(cells).toContain(cellOf(-17.7, -179.9));
  });

  it('takes the whole rows around a pole', () => {
    const cells = cellsWithin({ lat: 89.9, lng: 10, radiusKm: 50 });
    expect(cells).toHaveLength(360);
    expect(cells).toContain(cellOf(90, -170));
  });

  it('stays small for an ordinary city', () => {
    expect(cellsWithin({ lat: 60.17, lng: 24.94, radiusKm: 50 }).length).toBeLessThanOrEqual(8);
    expect(cellsWithin({ lat: 48.85, lng: 2.35, radiusKm: 500 }).length).toBeLessThan(130);
  });
});

describe('reachOf', () => {
  it('holds every point inside the circle, across the antimeridian and around a pole', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const bearing = fc.double({ min: 0, max: 6.28, noNaN: true });
    fc.assert(
      fc.property(lat, lng, radiusKm, bearing, share, (y, x, r, angle, part) => {
        const circle = { lat: y, lng: x, radiusKm: r };
        const point = destination(circle, angle, r * part);
        const apart = Math.abs(point.lng - x);
        expect(Math.abs(point.lat - y)).toBeLessThanOrEqual(reachOf(circle).lat);
        expect(Math.min(apart, 360 - apart)).toBeLessThanOrEqual(reachOf(circle).lng);
      }),
      { numRuns: 3000 },
    );
  });

  it('is not much wider than the circle', () => {
    const reach = reachOf({ lat: 60, lng: 25, radiusKm: 111.19 });
    expect(reach.lat).toBeCloseTo(1, 3);
    expect(reach.lng).toBeCloseTo(2, 2);
  });
});

describe('cellOf', () => {
  it('puts both edges of the map in one column, and the pole in its last row', () => {
    expect(cellOf(10, 180)).toBe(cellOf(10, -180));
    expect(cellOf(90, 0.5)).toBe(cellOf(89.5, 0.5));
  });
});

describe('distanceKm', () => {
  it.each([
    ['London to Paris', { lat: 51.5074, lng: -0.1278 }, { lat: 48.8566, lng: 2.3522 }, 343.6],
    ['across the antimeridian', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111.2],
    ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 77 }, 20015.1],
  ])('%s', (_name, a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, 0);
  });
});
