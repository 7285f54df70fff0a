/** A step in the life of an order with its results; each room contributes its own. */
export interface TraceStep {
  at: Date;
  /** Such as `order`, `payment`, `delivery`: the noun in the glossary. */
  what: string;
  /** The id of the object, for further commands. */
  id: string;
  /** Never anything of a buyer, and no secret. */
  detail: string;
}

/** All steps in the order of their time; steps of one instant keep their given order. */
export function inOrder(...stories: readonly TraceStep[][]): TraceStep[] {
  return stories.flat().sort((a, b) => a.at.getTime() - b.at.getTime());
}
