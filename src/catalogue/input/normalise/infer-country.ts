import { lookupCity } from '../../../platform/places/lookup-city.js';
import { splitCity, stateCode } from '../../../platform/places/states.js';

/** Countries whose people write a city with its state and leave the country out. */
const WITH_STATES = ['US', 'CA', 'AU'];

/** The country of a city written with its state alone (`London, ON`): the only one of the list with such a city and state. */
export function inferCountry(city: string, state: string | undefined): string | undefined {
  const { name, state: ownState } = splitCity(city);
  const written = state ?? ownState;
  if (!written) return undefined;
  const found = WITH_STATES.filter(
    (country) => stateCode(written, country) !== undefined && lookupCity(name, country, written),
  );
  return found.length === 1 ? found[0] : undefined;
}
