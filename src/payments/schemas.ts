import { z } from 'zod';
import { MODES } from '../core/mode.js';
import { instant, text, textOrNull } from '../core/schema.js';

export const setAsideMessage = z.object({
  id: text,
  type: text,
  mode: z.enum(MODES),
  account: textOrNull,
  object_id: textOrNull,
  fault: text,
  received_at: instant,
});
