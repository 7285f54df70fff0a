import { z } from 'zod';
import { instant, instantOrNull, text } from '../core/schema.js';
import { ROLES } from './rules/roles.js';

export const member = z.object({
  id: text,
  email: text,
  role: z.enum(ROLES),
  created_at: instant,
  signed_in_at: instantOrNull.describe('Last time. Null: invited, and never came.'),
});

export const operatorVisit = z.object({ id: text, url: text.describe('Works once.'), ends_at: instant });
