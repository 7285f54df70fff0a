import { z } from 'zod';
import { issueText } from '../../../api/http/issue-text.js';
import { newOrder } from '../../../src/orders/wire.js';
import { signal } from '../../../src/signals/wire.js';

const said = (schema: z.ZodType, data: unknown): string[] =>
  schema.safeParse(data, { error: issueText }).error?.issues.map((issue) => issue.message) ?? [];

const order = { event_id: 'evt_1', ticket_type_id: 'tkt_1', buyer_email: 'a@b.example', buyer_name: 'A' };

test.each([
  [{ ...order, quantity: '2' }, 'must be a number'],
  [{ ...order, quantity: 1.5 }, 'must be a whole number'],
  [{ ...order, quantity: 0 }, 'must be at least 1'],
  [{ ...order, quantity: 21 }, 'must be at most 20'],
  [{ ...order, buyer_email: 'ada' }, 'must be an email address'],
  [{ ...order, buyer_name: ' ' }, 'must not be blank'],
  [{ ...order, buyer_name: 'x'.repeat(161) }, 'must have at most 160 characters'],
  [{ ...order, event_id: 5 }, 'must be text'],
  [{ ...order, event_id: undefined }, 'is required'],
  [{ ...order, sub_id: null }, 'must be text'],
  [[], 'must be an object'],
  [undefined, 'is required'],
])('an order: %j %s', (body, words) => {
  expect(said(newOrder, body)).toEqual([words]);
});

test('words of the schema itself win', () => {
  expect(said(newOrder, { ...order, sub_id: 'a b' })).toEqual([expect.stringContaining('1 to 100 letters')]);
});

test('a choice names its values; a missing one is required', () => {
  const choice = '`impression`, `event_view`, `event_click`';
  expect(said(signal, { type: 'nod' })).toEqual([`must be one of ${choice}`]);
  expect(said(signal, {})).toEqual(['is required']);
  expect(said(z.literal('list'), 'x')).toEqual(['must be `list`']);
});

test('lists, other forms and issues without words', () => {
  expect(said(z.array(z.string()).max(1), ['a', 'b'])).toEqual(['must have at most 1 items']);
  expect(said(z.string().min(3), 'a')).toEqual(['must have at least 3 characters']);
  expect(said(z.uuid(), 'x')).toEqual(['has the wrong format']);
  expect(said(z.date(), 'x')).toEqual(['must be of another type']);
  expect(said(z.number().multipleOf(5), 3)).toEqual(['is not valid']);
});
