import { z } from 'zod';
import { nameFault, onOneLine, textFault } from '../text.js';

/**
 * Stored text, by the one rule for it ({@link textFault}).
 *
 * @param limits checks on the raw text, before whitespace is normalized.
 */
export function keptText(limits: z.ZodString = z.string()): z.ZodString {
  return kept(limits, textFault);
}

/** The same for the name of a person, by the rule for names ({@link nameFault}). */
export function keptName(limits: z.ZodString = z.string()): z.ZodString {
  return kept(limits, nameFault);
}

function kept(limits: z.ZodString, faultOf: (text: string) => string | null): z.ZodString {
  return limits.overwrite(onOneLine).check(({ value, issues }) => {
    const message = faultOf(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
}
