import type { z } from 'zod';
import { Problem } from './problem.ts';

type Schemas = typeof import('../../../../api/dashboard/bodies.ts');
type Named = { [Name in keyof Schemas as Schemas[Name] extends z.ZodObject ? Name : never]: Schemas[Name] };

/**
 * A body that a form is about to send, if its schema takes it. The schemas, with zod, are loaded for the first form
 * that is sent: no page needs them when it is opened.
 *
 * @param name of the schema in `api/dashboard/bodies.ts`.
 * @throws {Problem} the service's answer, in the same words, without asking it.
 */
export async function checked<Name extends keyof Named>(
  name: Name,
  body: z.input<Named[Name]>,
): Promise<z.input<Named[Name]>> {
  // After an update of the service they may be gone: then only the service checks the body.
  const bodies = await import('./bodies.ts').catch(() => null);
  const error = bodies?.[name].safeParse(body, { error: bodies.issueText }).error;
  if (!bodies || !error) return body;
  const errors = error.issues.map((issue) => bodies.fieldOf(issue, 'body'));
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  throw new Problem(400, { code: 'invalid_request', detail, errors });
}
