import { foldName } from './fold.js';
import type { Place } from './gazetteer.js';

/** The places of one country in a few typed arrays: as objects those of the world would take a hundred megabytes, not eight. */
export class PackedPlaces {
  /** Hashes of the folded names, sorted, and beside each the number of its place. */
  private readonly hashes: Uint32Array;
  private readonly entries: Uint32Array;
  private readonly coordinates: Int32Array;
  private readonly states: Uint16Array;
  private readonly stateNames: string[];
  private readonly nameEnds: Uint32Array;
  private readonly names: Buffer;

  /** @param places at most 2^20, all of the country. */
  constructor(
    private readonly country: string,
    places: readonly Place[],
  ) {
    this.stateNames = [...new Set(places.map(({ state }) => state))];
    const stateIds = new Map(this.stateNames.map((state, id) => [state, id]));
    this.states = Uint16Array.from(places, ({ state }) => stateIds.get(state) ?? 0);
    this.coordinates = Int32Array.from(
      places.flatMap(({ lat, lng }) => [Math.round(lat * 1e5), Math.round(lng * 1e5)]),
    );
    this.names = Buffer.from(places.map(({ name }) => name).join(''));
    let end = 0;
    this.nameEnds = Uint32Array.from([0, ...places.map(({ name }) => (end += Buffer.byteLength(name)))]);
    // Hash and position in one exact number, so that a plain numeric sort orders the index.
    const sorted = Float64Array.from(places, ({ name }, index) => hash(foldName(name)) * 2 ** 20 + index).sort();
    this.hashes = Uint32Array.from(sorted, (value) => Math.floor(value / 2 ** 20));
    this.entries = Uint32Array.from(sorted, (value) => value % 2 ** 20);
  }

  /** Every place of that name. */
  find(name: string): Place[] {
    const folded = foldName(name);
    const wanted = hash(folded);
    const found: Place[] = [];
    for (let at = lowerBound(this.hashes, wanted); this.hashes[at] === wanted; at += 1) {
      const place = this.at(this.entries[at] ?? 0);
      if (foldName(place.name) === folded) found.push(place);
    }
    return found;
  }

  private at(entry: number): Place {
    return {
      name: this.names.toString('utf8', this.nameEnds[entry], this.nameEnds[entry + 1]),
      country: this.country,
      state: this.stateNames[this.states[entry] ?? 0] ?? '',
      lat: (this.coordinates[entry * 2] ?? 0) / 1e5,
      lng: (this.coordinates[entry * 2 + 1] ?? 0) / 1e5,
    };
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
