/** The known parts of a place; the country as its ISO 3166 code. */
export interface Place {
  venue: string | null;
  address?: string | null;
  city: string | null;
  country: string | null;
}

/** Venue, street, city and country on one line, in the reader's language; null: none is known. @param locale BCP 47. */
export function placeLabel({ venue, address = null, city, country }: Place, locale: string): string | null {
  // An address often ends with its city.
  const town = city && address?.endsWith(city) ? null : city;
  return [venue, address, town, country && countryName(country, locale)].filter(Boolean).join(', ') || null;
}

/** Names by locale. They are kept, because making them takes a third of a millisecond. */
const names = new Map<string, Intl.DisplayNames>();

/** `Germany` of `DE`; a text that is no code stays as it is. @param locale BCP 47. */
export function countryName(code: string, locale = 'en'): string {
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  names.set(locale, known);
  try {
    return known.of(code) ?? code;
  } catch {
    return code;
  }
}
