import { z } from 'zod';
import data from './data.json';

const words = z.tuple([z.string()], z.string());
const range = z.tuple([z.number(), z.number()]);

const genre = z.strictObject({
  category: z.string(),
  /** `{n}` a noun, `{a}` an adjective, `{c}` the city, `{p}` the first performer. */
  names: words,
  venues: words,
  descriptions: words,
  performers: z.enum(['bands', 'people', 'none']),
  /** Usual price of a ticket in euros, from and to. */
  price: range,
  /** Local hour of the start. */
  hour: range,
  hours: z.number(),
  /** How many of a hundred events are of this kind. */
  weight: z.number(),
});
export type Genre = z.infer<typeof genre>;

/** The data that the generator makes events of. */
export const { adjectives, nouns, firstNames, lastNames, remarks, currencies, genres } = z
  .strictObject({
    adjectives: words,
    nouns: words,
    firstNames: words,
    lastNames: words,
    /** Ends of descriptions that fit any event. */
    remarks: words,
    /** Currency of a country, and roughly what one euro is worth in it. Elsewhere prices are in US dollars. */
    currencies: z.record(z.string(), z.tuple([z.string(), z.number()])),
    genres: z.tuple([genre], genre),
  })
  .parse(data);
