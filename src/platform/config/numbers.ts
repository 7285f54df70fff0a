import { z } from 'zod';

/** Digits alone: `1e3`, `0x10` and ` 5 ` are slips, whatever JavaScript makes of them. */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(least).max(most));

/** 0: any that is free. */
export const port = whole(0, 65_535);

/** Off by default. */
export const flag = z
  .stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'], case: 'sensitive', error: 'must be 0, 1, false or true' })
  .default(false);
