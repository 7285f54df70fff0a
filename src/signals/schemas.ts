import { z } from 'zod';
import { count, text } from '../core/schema.js';

export const day = z.object({
  day: text,
  impressions: count,
  shown: count,
  views: count,
  clicks: count,
  sales: count,
});
