import { needsBic, paymentScheme } from '../../../src/settlements/rules/iban.js';

test.each([
  ['EUR', 'DE89370400440532013000', 'sepa', false],
  ['EUR', 'NO9386011117947', 'sepa', false],
  ['EUR', 'IS140159260076545510730339', 'sepa', false],
  ['EUR', 'fi2112345600000785', 'sepa', false],
  ['EUR', 'CH9300762011623852957', 'sepa', true],
  ['EUR', 'GB29NWBK60161331926819', 'sepa', true],
  ['EUR', 'MC5811222000010123456789030', 'sepa', true],
  ['EUR', 'RS35260005601001611379', 'sepa', true],
  ['EUR', 'TR330006100519786457841326', 'other', true],
  ['EUR', 'AE070331234567890123456', 'other', true],
  ['EUR', 'BR1800360305000010009795493C1', 'other', true],
  ['EUR', 'UA213223130000026007233566001', 'other', true],
  ['PLN', 'PL61109010140000071219812874', 'other', true],
  ['CHF', 'CH9300762011623852957', 'other', true],
])('%s to %s uses the scheme %s, BIC needed: %s', (currency, iban, scheme, bic) => {
  expect(paymentScheme(currency, iban)).toBe(scheme);
  expect(needsBic(currency, iban)).toBe(bic);
});
