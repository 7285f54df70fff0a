/** Live sales move money; test sales are a sandbox's. Every keyed answer says which (contract: Modes). */
export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];
