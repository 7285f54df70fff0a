/**
 * The form in which names are compared: Unicode-composed, without case, blanks collapsed.
 *
 * @param longest in characters; the rest is cut off, on both sides of a comparison alike.
 */
export function searchKey(text: string, longest = 200): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, longest);
}

/** Maximum length of a city's name, as in the catalogue. */
export const CITY_KEY_LENGTH = 120;

export function cityKey(city: string): string {
  return searchKey(city, CITY_KEY_LENGTH);
}
