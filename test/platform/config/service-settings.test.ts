import { readConfig } from '../../../src/platform/config/config.js';
import { missingServiceSettings } from '../../../src/platform/config/service-settings.js';

test('missing settings are named; empty counts as missing', () => {
  const bare = readConfig({ SERVICE_CONTACT: '', SERVICE_ADDRESS: '1 High Street | London' });
  expect(bare.service).toMatchObject({ name: 'Partner Events', address: ['1 High Street', 'London'] });
  expect(missingServiceSettings(bare)).toEqual([
    'SERVICE_LEGAL_NAME',
    'SERVICE_TAX_ID',
    'SERVICE_CONTACT',
    'SERVICE_LOGO_URL',
    'SERVICE_TERMS_URL',
    'SERVICE_PRIVACY_URL',
    'SERVICE_REFUNDS_URL',
    'SECURITY_CONTACT',
  ]);
});

test.each([
  ['SERVICE_LOGO_URL', 'http://service.example/logo.png'],
  ['SERVICE_TERMS_URL', 'javascript:alert(1)'],
  ['SERVICE_CONTACT', 'nobody'],
  ['SERVICE_ADDRESS', '|'],
  ['SECURITY_CONTACT', 'call us'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
