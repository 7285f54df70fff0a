import { significantPart } from '../../src/core/ip-allowlist.js';
import { checkedText, escapeHtml } from '../../src/core/text.js';

it('keeps text on one line and trimmed', () => {
  expect(checkedText('name', '  City \n Hall ', { max: 20 })).toBe('City Hall');
  expect(checkedText('name', '', { min: 0, max: 20 })).toBe('');
});

it.each([
  ['   ', { max: 5 }, 'must be 1 to 5 characters'],
  ['abcdef', { max: 5 }, 'must be 1 to 5 characters'],
  ['abcdef', { min: 0, max: 5 }, 'must be at most 5 characters'],
])('refuses %j, naming the field', (given, limits, words) => {
  expect(() => checkedText('name', given, limits)).toThrow(
    expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(words) }),
  );
  expect(() => checkedText('name', given, limits)).toThrow(/name/);
});

it('writes what HTML would read as its own', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
  ['no:address', 'no:address'],
])('a visitor from %s is %s', (address, visitor) => {
  expect(significantPart(address)).toBe(visitor);
});
