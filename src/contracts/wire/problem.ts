import { z } from 'zod';

/** RFC 9457 body of every error outside `/oauth/*` and `/mcp` (contract: Problem). */
export const problem = z
  .object({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    request_id: z.string(),
    code: z.string(),
    allowed: z.array(z.string()).optional().describe('405 only: the permitted methods.'),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
