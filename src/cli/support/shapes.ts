import { z } from 'zod';
import { text } from '../../core/schema.js';

export { count, countOrNull, flag, instant, instantOrNull, text, textOrNull } from '../../core/schema.js';

/** The result of a verb on one object that has nothing else to say. */
export const DONE = z.object({ id: text });

/** A list under its name: `{ keys: key[] }`. */
export function listOf<Name extends string, Item extends z.ZodType>(
  name: Name,
  item: Item,
): z.ZodObject<Record<Name, z.ZodArray<Item>>> {
  return z.object({ [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>);
}

/** An instant for people. */
export const instantText = (at: Date | null | undefined): string => at?.toISOString() ?? '';
