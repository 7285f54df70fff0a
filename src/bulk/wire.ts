import { z } from 'zod';
import { instant } from '../core/wire/query.js';

/** Query of `GET /bulk/{file}` (contract). */
export const bulkQuery = z.object({
  changed_since: instant
    .optional()
    .describe('Only events that changed after this instant, and those to take down; without it the full file.'),
});
