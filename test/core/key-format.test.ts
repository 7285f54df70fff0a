import { hasCredentialPrefix, KEY_PREFIXES, parseKeyKind } from '../../src/core/key-format.js';

test('a key is its prefix and at least 32 letters and digits', () => {
  for (const kind of ['test', 'website', 'server'] as const) {
    expect(parseKeyKind(KEY_PREFIXES[kind] + 'a1'.repeat(16))).toBe(kind);
    for (const secret of [
      'a'.repeat(31),
      'a'.repeat(129),
      `${'a'.repeat(31)}-`,
      `${'a'.repeat(32)} `,
      `${'a'.repeat(32)}\n`,
    ]) {
      expect(parseKeyKind(KEY_PREFIXES[kind] + secret)).toBeNull();
    }
  }
  expect(parseKeyKind(`tt_at_${'a'.repeat(40)}`)).toBeNull();
  expect(parseKeyKind('')).toBeNull();
});

test('what begins like a credential is taken for one', () => {
  for (const text of ['tt_test_', 'tt_pk_live_x', 'tt_sk_live_…', 'tt_at_1'])
    expect(hasCredentialPrefix(text)).toBe(true);
  for (const text of ['', 'tt_', 'tt_other_', 'TT_TEST_', ' tt_test_']) expect(hasCredentialPrefix(text)).toBe(false);
});
