import { invalidField } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import type { Context } from '../platform/context/context.js';

/** @throws {ProblemError} `invalid_request` for an empty or too long text, or letters that statements cannot print. */
export function printedText(ctx: Context, field: string, value: string, max: number): string {
  const text = checkedText(field, value, { max });
  const missing = ctx.fonts.unprintable(text);
  if (missing.length === 0) return text;
  throw invalidField(
    field,
    `has letters that statements cannot print: ${missing.join(' ')}. Write it in another script`,
  );
}
