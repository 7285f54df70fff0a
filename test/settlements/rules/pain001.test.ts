import { type Payment, writePain001 } from '../../../src/settlements/rules/pain001.js';

const IBAN = 'DE89370400440532013000';

test('a payment file refuses a payment in another currency', () => {
  const creditor = { name: 'A', iban: IBAN, bic: null, town: null, country: null };
  const payment: Payment = { endToEndId: 'trf-1', amount: { minor: 500, currency: 'PLN' }, creditor, purpose: 'B' };
  const file = {
    ...{ id: 'pbf-1', madeAt: new Date(0), executeOn: '2026-11-12', currency: 'EUR', scheme: 'sepa' as const },
    debtor: { iban: IBAN, bic: null, name: 'Partner Events' },
  };
  expect(() => writePain001({ ...file, payments: [payment] })).toThrow('PLN cannot be reckoned with EUR');
  const euros: Payment = { ...payment, amount: { minor: 500, currency: 'EUR' } };
  expect(writePain001({ ...file, payments: [euros] })).toContain('<CtrlSum>5.00</CtrlSum>');
});
