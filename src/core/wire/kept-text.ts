import { z } from 'zod';
import { onOneLine, textFault } from '../text.js';

/**
 * Stored text, by the one rule for it ({@link textFault}).
 *
 * @param limits checks on the raw text, before whitespace is normalized.
 */
export function keptText(limits: z.ZodString = z.string()): z.ZodString {
  return limits.overwrite(onOneLine).check(({ value, issues }) => {
    const message = textFault(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
}
