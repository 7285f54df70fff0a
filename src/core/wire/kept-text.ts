import { z } from 'zod';
import { onOneLine, textFault, tidyName, visibleText } from '../text.js';

/** Stored text ({@link textFault}). @param limits checks on the raw text, before whitespace is normalized. */
export function keptText(limits: z.ZodString = z.string()): z.ZodString {
  return limits.overwrite(onOneLine).check(({ value, issues }) => {
    const message = textFault(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
}

/** The same for organizers' files, without invisible characters, which many files have and no person removes. */
export function keptVisibleText(): z.ZodString {
  return keptText().overwrite(visibleText);
}

/** The same for the name of a person, tidied ({@link tidyName}) and not empty. */
export function keptName(limits: z.ZodString = z.string()): z.ZodString {
  return keptText(limits).overwrite(tidyName).regex(/\S/, 'must not be blank');
}
