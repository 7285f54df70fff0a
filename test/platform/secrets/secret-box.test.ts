import { openSecret, SecretUnopened, sealSecret } from '../../../src/platform/secrets/secret-box.js';

const present = Buffer.alloc(32, 1);
const before = Buffer.alloc(32, 2);
const place = { field: 'delivery_endpoints.secret', owner: 'whk_1' };

test('a box opens with the key that sealed it, and says which that was', () => {
  const box = sealSecret(before, 'whk_1', 'whsec_ä');
  expect(openSecret([present, before], place, box)).toEqual({ secret: 'whsec_ä', current: false });
  expect(openSecret([before, present], place, box)).toEqual({ secret: 'whsec_ä', current: true });
  expect(sealSecret(before, 'whk_1', 'whsec_ä')).not.toEqual(box);
});

test.each([
  ['another key', [present], place, 'ENCRYPTION_KEY is not the key'],
  [
    'neither of two keys',
    [present, Buffer.alloc(32, 3)],
    place,
    'neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS is',
  ],
  ['another owner', [before], { ...place, owner: 'whk_2' }, 'ENCRYPTION_KEY is not the key'],
])('under %s it stays shut, and the message names the field and nothing secret', (_, keys, where, words) => {
  const box = sealSecret(before, 'whk_1', 'whsec_secret');
  const open = () => openSecret(keys, where, box);
  expect(open).toThrow(SecretUnopened);
  expect(open).toThrow(`delivery_endpoints.secret of ${where.owner} cannot be opened: ${words}`);
  expect(open).not.toThrow('whsec_secret');
});

test('a changed or shortened box stays shut', () => {
  const box = sealSecret(present, 'whk_1', 'whsec_secret');
  for (let at = 0; at < box.length; at += 1) {
    const changed = Buffer.from(box);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openSecret([present], place, changed)).toThrow(SecretUnopened);
    expect(() => openSecret([present], place, box.subarray(0, at))).toThrow(SecretUnopened);
  }
});
