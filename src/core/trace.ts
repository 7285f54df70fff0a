import { z } from 'zod';
import { instant, text } from './schema.js';

/** A step in the life of an order with its results; each room contributes its own. */
export const traceStep = z.object({
  at: instant,
  /** Such as `order`, `payment`, `delivery`: the noun in the glossary. */
  what: text,
  /** The id of the object, for further commands. */
  id: text,
  /** Never anything of a buyer, and no secret. */
  detail: text,
});
export type TraceStep = z.output<typeof traceStep>;

/** All steps in the order of their time; steps of one instant keep their given order. */
export function inOrder(...stories: readonly TraceStep[][]): TraceStep[] {
  return stories.flat().sort((a, b) => a.at.getTime() - b.at.getTime());
}
