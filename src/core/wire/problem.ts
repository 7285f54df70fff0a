import { z } from 'zod';
import { field, wholeNumber } from './common.js';

/** RFC 9457 body of every error outside `/oauth/*` and `/mcp` (contract: Problem). */
export const problem = z
  .object({
    type: z.url().describe('Address of a page that explains `code`.'),
    title: field.text('What went wrong, in general. The same for every problem with this `code`.'),
    status: wholeNumber(400).describe('The HTTP status of the answer.'),
    detail: field.text('What went wrong with this request.'),
    request_id: field.text('Identifier of the request. Quote it to support.'),
    code: field.text('What went wrong, for programs. New codes may be added.'),
    allowed: z.array(z.string()).optional().describe('The methods this address has. Only with status 405.'),
    errors: z
      .array(
        z.object({
          field: field.text('Name of the parameter or field. Parts of a path are joined by dots.'),
          message: field.text('What is wrong with it, to be read after the name.'),
        }),
      )
      .optional()
      .describe('The parameters or fields at fault, at most 20. Present when there are any.'),
  })
  .meta({ id: 'Problem', description: 'An error (RFC 9457).' });
export type Problem = z.infer<typeof problem>;
