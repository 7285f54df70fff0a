import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutFolder, writeOutFile } from '../../src/cli/support/out-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'out-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refusal = (message: string) =>
  expect.objectContaining({ errors: [{ field: 'out', message: expect.stringContaining(message) }] });

test('checkOutFolder accepts a writable folder and leaves nothing in it', () => {
  checkOutFolder(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a missing folder', 'missing', 'does not exist'],
  ['a file', 'file', 'is not a folder'],
])('checkOutFolder refuses %s', (_, name, message) => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => checkOutFolder(join(folder, name))).toThrow(refusal(message));
});

test('writeOutFile writes a private file and leaves no draft', () => {
  const path = writeOutFile(folder, 'payment.xml', '<a/>');
  expect(readFileSync(path, 'utf8')).toBe('<a/>');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['payment.xml']);
});

test('writeOutFile keeps an existing file when the new one cannot be written', () => {
  writeOutFile(folder, 'payment.xml', '<a/>');
  // A folder in the place of the draft makes the write fail for every account, root included.
  mkdirSync(join(folder, `payment.xml.${process.pid}`, 'full'), { recursive: true });
  expect(() => writeOutFile(folder, 'payment.xml', '<b/>')).toThrow('EISDIR');
  expect(readFileSync(join(folder, 'payment.xml'), 'utf8')).toBe('<a/>');
});
