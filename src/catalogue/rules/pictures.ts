/** Where the service serves pictures of its own for sample and demonstration events (`npm run pictures` draws them). */
export const PICTURES = '/pictures/';
export const VARIATIONS = 4;

/** Those that have pictures. */
export const CATEGORIES = [
  'music',
  'nightlife',
  'theatre',
  'comedy',
  'classical',
  'sports',
  'food',
  'conference',
  'art',
  'family',
  'film',
  'dance',
  'education',
] as const;

/** The path of a category's picture; of its {@link VARIATIONS} the one of this number, counted round and round. */
export function picturePath(category: string, number: number): string {
  return `${PICTURES}${category}-${(number % VARIATIONS) + 1}.jpg`;
}
