import { z } from 'zod';
import { onOneLine, textFault } from '../text.js';

/**
 * Text that is kept and given out again, by the one rule for it ({@link textFault}).
 *
 * @param limits what the text must be as it came, before blanks are tidied; absent: nothing.
 */
export function keptText(limits: z.ZodString = z.string()): z.ZodString {
  return limits.overwrite(onOneLine).check(({ value, issues }) => {
    const message = textFault(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
}
