import { z } from 'zod';

export const uri = z.url();
export const dateTime = z.iso.datetime();
export const calendarDate = z.iso.date();
export const mode = z.enum(['test', 'live']);
export type Mode = z.infer<typeof mode>;

/** `"code: sentence"` remarks about an answer. */
export const notices = z.array(z.string()).optional();
/** A click id of the partner's own, carried from a buy link to the sale (contract: Limits). */
export const subId = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,100}$/, 'must be 1 to 100 letters, digits, `.`, `_`, `~` or `-`');
