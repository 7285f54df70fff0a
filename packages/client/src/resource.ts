import type { Caller } from './caller.js';

/** What the classes of resources have in common: whoever makes their calls. */
export abstract class Resource {
  constructor(protected readonly calls: Caller) {}
}
