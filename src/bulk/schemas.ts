import { z } from 'zod';
import { agreement } from '../companies/schemas.js';
import { countOrNull, text, textOrNull } from '../core/schema.js';

export const scope = agreement.extend({ days_ahead: countOrNull });

export const subscription = z.object({ id: text, name: textOrNull, scope });

export const addedSubscription = subscription.pick({ id: true }).extend({ urls: z.array(text) });
