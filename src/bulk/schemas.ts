import { z } from 'zod';
import { agreement } from '../companies/schemas.js';
import { countOrNull, text, textOrNull } from '../core/schema.js';

/** Events of a subscription, within the agreement of its company. */
export const scope = agreement.extend({ days_ahead: countOrNull });

export const subscription = z.object({ id: text, name: textOrNull, scope });

/** A new subscription, with the URLs of its files. */
export const addedSubscription = subscription.pick({ id: true }).extend({ urls: z.array(text) });
