import { z } from 'zod';
import { instant, instantOrNull } from '../core/schema.js';
import { ROLES } from './rules/roles.js';

export const member = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  created_at: instant,
  signed_in_at: instantOrNull.describe('Last time. Null: invited, and never came.'),
});
