import { lookupCity } from '../../../platform/places/lookup-city.js';
import { splitCity, stateCode } from '../../../platform/places/states.js';

/** Countries whose people write a city with its state and leave the country out. */
const WITH_STATES = ['US', 'CA', 'AU'];

/**
 * The country of a city that is written with its state alone (`Portland` and `OR`, `London, ON`), if a single country of the list has a city of that name in such a state.
 */
export function inferCountry(city: string, state: string | undefined): string | undefined {
  const { name, state: ownState } = splitCity(city);
  const written = state ?? ownState;
  if (!written) return undefined;
  const found = WITH_STATES.filter(
    (country) => stateCode(written, country) !== undefined && lookupCity(name, country, written),
  );
  return found.length === 1 ? found[0] : undefined;
}
