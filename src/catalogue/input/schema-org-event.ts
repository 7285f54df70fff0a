import { z } from 'zod';

/** Anything that may appear once or several times. */
function oneOrMany<T extends z.ZodType>(item: T) {
  return z.union([z.array(item), item.transform((value) => [value])]).nullish();
}

const textOrNumber = z.union([z.string(), z.number()]);
const named = z.union([z.string(), z.looseObject({ name: z.string() }).transform((thing) => thing.name)]);
/** Text in one language, or the URL of a picture, as a value or as an object around it. */
const picture = z.union([
  z.string(),
  z.looseObject({ url: z.string() }).transform((image) => image.url),
  z.looseObject({ contentUrl: z.string() }).transform((image) => image.contentUrl),
]);

const postalAddress = z.looseObject({
  streetAddress: z.string().nullish(),
  postalCode: textOrNumber.nullish(),
  addressLocality: z.string().nullish(),
  addressRegion: named.nullish(),
  addressCountry: named.nullish(),
});

const location = z.looseObject({
  '@type': oneOrMany(z.string()),
  name: z.string().nullish(),
  address: z.union([z.string(), postalAddress]).nullish(),
  geo: z.looseObject({ latitude: textOrNumber, longitude: textOrNumber }).nullish(),
});

const offer = z.looseObject({
  price: textOrNumber.nullish(),
  lowPrice: textOrNumber.nullish(),
  highPrice: textOrNumber.nullish(),
  priceCurrency: z.string().nullish(),
  availability: z.string().nullish(),
});

/** The parts of a schema.org `Event` in JSON-LD that the catalogue reads; the rest is ignored. */
export const schemaOrgEvent = z.looseObject({
  '@id': z.string().nullish(),
  '@type': oneOrMany(z.string()),
  identifier: oneOrMany(z.union([textOrNumber, z.looseObject({ value: textOrNumber }).transform((id) => id.value)])),
  name: z.string(),
  startDate: z.string(),
  endDate: z.string().nullish(),
  eventStatus: z.string().nullish(),
  eventAttendanceMode: z.string().nullish(),
  location: oneOrMany(z.union([z.string(), location])),
  offers: oneOrMany(offer),
  performer: oneOrMany(named),
  image: oneOrMany(picture),
  description: z.string().nullish(),
  keywords: oneOrMany(named),
  url: z.string().nullish(),
});

export type SchemaOrgEvent = z.infer<typeof schemaOrgEvent>;
export type SchemaOrgLocation = z.infer<typeof location>;
export type SchemaOrgOffer = z.infer<typeof offer>;
