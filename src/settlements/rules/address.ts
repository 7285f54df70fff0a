import { countryName } from '../../core/place-label.js';

export interface AddressParts {
  street: string;
  /** A second line, such as a floor. */
  streetMore: string | null;
  postalCode: string | null;
  town: string;
  region: string | null;
  /** Two letters. */
  country: string;
}

/** The lines of an address as statements print it, the country last and in English. */
export function addressLines({ street, streetMore, postalCode, town, region, country }: AddressParts): string[] {
  const place = [postalCode, town].filter(Boolean).join(' ');
  const lines = [street, streetMore, region ? `${place}, ${region}` : place, countryName(country)];
  return lines.filter((line): line is string => line !== null && line !== '');
}
