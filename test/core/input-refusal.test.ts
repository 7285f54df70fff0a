import { InputRefusal, refuse } from '../../src/core/input-refusal.js';

it('names each field before its reason, and the whole event by none', () => {
  expect(refuse('price.from', 'is negative').message).toBe('price.from: is negative');
  expect(refuse('', 'is no object').message).toBe('is no object');
  const faults = [
    { field: 'name', reason: 'is missing' },
    { field: 'ticket_types.0.price', reason: 'is negative' },
  ];
  expect(new InputRefusal(faults).message).toBe('name: is missing; ticket_types.0.price: is negative');
  expect(new InputRefusal(faults).faults).toEqual(faults);
});
