export interface Circle {
  lat: number;
  lng: number;
  radiusKm: number;
}

export const DEFAULT_RADIUS_KM = 50;
export const EARTH_RADIUS_KM = 6371.0088;
/** Length of one degree of latitude. */
const KM_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_KM;

/** The one-degree square a point lies in; the pole itself belongs to the squares around it. */
export function cellOf(lat: number, lng: number): number {
  return cellNumber(row(lat), column(lng));
}

/**
 * Every one-degree square that a circle touches, each once. A circle that holds a pole takes all squares of the rows it
 * reaches; one across the antimeridian goes on at the other side.
 */
export function cellsWithin({ lat, lng, radiusKm }: Circle): number[] {
  // Slightly larger, so that rounding never loses a square; distances decide in the end.
  const reach = radiusKm / KM_PER_DEGREE + 1e-6;
  const cells: number[] = [];
  for (let y = row(Math.max(-90, lat - reach)); y <= row(Math.min(90, lat + reach)); y += 1) {
    const half = halfWidth(lat, reach, y);
    if (half >= 180) {
      for (let x = 0; x < 360; x += 1) cells.push(cellNumber(y, x));
      continue;
    }
    const first = Math.floor(lng - half);
    const last = Math.floor(lng + half);
    for (let x = first; x <= Math.min(last, first + 359); x += 1) cells.push(cellNumber(y, mod(x + 180, 360)));
  }
  return cells;
}

/** How many degrees of latitude and of longitude a circle reaches to each side at most; 180 of longitude around a pole. */
export function reachOf({ lat, radiusKm }: Circle): { lat: number; lng: number } {
  // Slightly larger, so that rounding never loses a point; the distance decides in the end.
  const reach = radiusKm / KM_PER_DEGREE + 1e-6;
  if (Math.abs(lat) + reach >= 90) return { lat: reach, lng: 180 };
  const widest = Math.asin(Math.min(1, Math.sin(radians(reach)) / Math.cos(radians(lat))));
  return { lat: reach, lng: degrees(widest) + 1e-6 };
}

/** The longitudes between which a circle lies; all of them where it crosses the antimeridian or holds a pole. */
export function longitudesOf(circle: Circle): { west: number; east: number } {
  const { lng } = reachOf(circle);
  const [west, east] = [circle.lng - lng, circle.lng + lng];
  return west < -180 || east > 180 ? { west: -180, east: 180 } : { west, east };
}

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const h = half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lng - a.lng);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Degrees of longitude that the circle reaches to each side within row `y`: the most of any latitude in the row. */
function halfWidth(lat: number, reach: number, y: number): number {
  const south = y - 90;
  if (lat + reach >= 90 || lat - reach <= -90) return 180;
  // The widest parallel of the whole circle, and the row's own edges: those within the row count.
  const widest = degrees(Math.asin(Math.min(1, Math.max(-1, Math.sin(radians(lat)) / Math.cos(radians(reach))))));
  const candidates = [Math.max(south, lat - reach), Math.min(south + 1, lat + reach)];
  if (widest > south && widest < south + 1) candidates.push(widest);
  return Math.max(...candidates.map((parallel) => widthAt(lat, reach, parallel))) + 1e-6;
}

function widthAt(lat: number, reach: number, parallel: number): number {
  const [a, b] = [radians(lat), radians(parallel)];
  const cosine = (Math.cos(radians(reach)) - Math.sin(a) * Math.sin(b)) / (Math.cos(a) * Math.cos(b));
  if (Number.isNaN(cosine) || cosine <= -1) return 180;
  return cosine >= 1 ? 0 : degrees(Math.acos(cosine));
}

function row(lat: number): number {
  return Math.min(179, Math.floor(lat) + 90);
}

/** Longitude 180 is the same meridian as −180. */
function column(lng: number): number {
  return mod(Math.floor(lng) + 180, 360);
}

function cellNumber(y: number, x: number): number {
  return y * 360 + x;
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function radians(value: number): number {
  return (value * Math.PI) / 180;
}

function degrees(value: number): number {
  return (value * 180) / Math.PI;
}
