/** Live sales move money; test sales are a sandbox's. Every response to a key says which (contract: Modes). */
export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];
