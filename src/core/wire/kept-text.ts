import { z } from 'zod';
import { nameFault, onOneLine, textFault, visibleText } from '../text.js';

/**
 * Stored text, by the one rule for it ({@link textFault}).
 *
 * @param limits checks on the raw text, before whitespace is normalized.
 */
export function keptText(limits: z.ZodString = z.string()): z.ZodString {
  return kept(limits, textFault);
}

/**
 * The same for what organizers' files say of events, without invisible characters: many files carry some, and nobody stands by to
 * take them out.
 */
export function keptVisibleText(): z.ZodString {
  return keptText().overwrite(visibleText);
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
