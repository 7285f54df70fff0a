import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDataFolder, takeDataFolder } from '../../src/embedded/data-folder.js';
import { startedAt } from '../../src/embedded/process-identity.js';

describe('the data folder', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is refused while another living process holds it, naming that process', () => {
    const taken = takeDataFolder(folder);
    expect(() => takeDataFolder(folder)).toThrow(`in use by another start (process ${process.pid})`);
    taken.release();
    takeDataFolder(folder).release();
  });

  it('is taken over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: child.pid, startedAt: '1' }));
    const taken = takeDataFolder(folder);
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid).toBe(process.pid);
    taken.release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('is taken over when the process id has gone to a later process', () => {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }));
    const taken = takeDataFolder(folder);
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).startedAt).not.toBe('long ago');
    taken.release();
  });

  it('is taken over when the lock was cut off by a crash', () => {
    writeFileSync(join(folder, 'lock'), '');
    const taken = takeDataFolder(folder);
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid).toBe(process.pid);
    taken.release();
  });

  it('says so when it cannot be written', () => {
    writeFileSync(join(folder, 'a-file'), '');
    expect(() => takeDataFolder(join(folder, 'a-file'))).toThrow('cannot be used');
  });

  it('is emptied of nothing but our own', () => {
    writeFileSync(join(folder, 'secrets.json'), '{}');
    writeFileSync(join(folder, 'letter-to-my-mother.txt'), '');
    const taken = takeDataFolder(folder);
    emptyDataFolder(taken);
    taken.release();
    expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
    expect(existsSync(join(folder, 'letter-to-my-mother.txt'))).toBe(true);
  });
});

describe('startedAt', () => {
  it('is the same for one process and undefined for none', () => {
    expect(startedAt(process.pid)).toBe(startedAt(process.pid));
    expect(startedAt(process.pid)).toMatch(/\d/);
    expect(startedAt(2 ** 30)).toBeUndefined();
  });
});
