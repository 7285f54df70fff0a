import { z } from 'zod';
import { SIGNAL_TYPES } from './rules/signal.js';

/** Body of `POST /track` (contract): no other properties are allowed. */
export const signal = z
  .strictObject({
    type: z
      .enum(SIGNAL_TYPES)
      .describe(
        '`impression`: events were shown. `event_view`: one was opened. `event_click`: its buy link was clicked.',
      ),
    event_id: z
      .string()
      .min(1)
      .max(80)
      .optional()
      .describe('Required for `event_view` and `event_click`; exactly as `/events` gave it.'),
    key: z.string().min(1).max(200).optional().describe('A website key or test key, never a server key.'),
    shown: z.int().min(0).max(100).optional().describe('`impression` only: how many events were shown.'),
    view: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, `_` or `-`')
      .optional()
      .describe('A random id per page load, so that repeats count once.'),
  })
  .superRefine(({ type, event_id, shown }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (type !== 'impression' && event_id === undefined) fault('event_id', `is required for ${type}`);
    if (type !== 'impression' && shown !== undefined) fault('shown', 'belongs to impressions only');
  })
  .meta({
    id: 'Signal',
    description: 'What a visitor saw or did. Unknown fields are refused.',
    // The refinement above in JSON Schema's words: generators ignore these, and they made no client from `oneOf`.
    if: { properties: { type: { const: 'impression' } } },
    else: {
      properties: { event_id: { type: 'string' } },
      required: ['event_id'],
      not: { properties: { shown: { type: 'integer' } }, required: ['shown'] },
    },
    examples: [{ type: 'impression', shown: 20, view: 'p_8kT2vQ0aXy5L' }],
  });
export type Signal = z.infer<typeof signal>;
