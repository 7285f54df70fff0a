/** Something that happened to an order and what it caused; each room contributes its own. */
export interface TraceStep {
  at: Date;
  /** Such as `order`, `payment`, `delivery`: the noun in the glossary. */
  what: string;
  /** Of the object, to look further. */
  id: string;
  /** Never anything of a buyer, and no secret. */
  detail: string;
}

/** All steps in the order of their time; steps of one instant keep the order in which they are given. */
export function inOrder(...stories: readonly TraceStep[][]): TraceStep[] {
  return stories.flat().sort((a, b) => a.at.getTime() - b.at.getTime());
}
