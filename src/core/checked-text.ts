import { invalidField } from './problems.js';
import { readName } from './text.js';

/**
 * A name or another text from an operator, as it is stored (docs/catalogue.md, Text): on one line, trimmed, within `max`
 * characters, without invisible ones.
 *
 * @param limits.min 0 if it is optional; default 1.
 * @throws {ProblemError} `invalid_request` naming the field.
 */
export function checkedText(field: string, given: string, { min = 1, max }: { min?: number; max: number }): string {
  const { text, fault } = readName(given);
  if (text === null) throw invalidField(field, fault);
  if (text.length < min || text.length > max) {
    throw invalidField(field, min > 0 ? `must be ${min} to ${max} characters` : `must be at most ${max} characters`);
  }
  return text;
}
