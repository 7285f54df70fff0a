/** Where the service serves pictures of its own for sample and demonstration events (`npm run pictures` draws them). */
export const PICTURES = '/pictures/';
export const VARIATIONS = 4;

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

/** The path of a category's picture; the variation with this number, modulo {@link VARIATIONS}. */
export function picturePath(category: string, number: number): string {
  return `${PICTURES}${category}-${(number % VARIATIONS) + 1}.jpg`;
}
