import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../src/embedded/cache-folder.js';

const run = promisify(execFile);
const REQUIREMENTS = join(__dirname, 'requirements.txt');

/**
 * The schemathesis program, installed once into a virtual environment of the project's cache. Where packages come from
 * is for pip's own configuration to say.
 *
 * @throws {Error} saying what is missing on this machine.
 */
export async function findSchemathesis(say: (line: string) => void): Promise<string> {
  const python = process.env.PYTHON || 'python3';
  const version = await versionOf(python);
  const wanted = createHash('sha256').update(readFileSync(REQUIREMENTS)).update(version).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(), `fuzz-${wanted}`);
  const program = join(folder, 'bin/st');
  const finished = join(folder, 'complete');
  if (existsSync(finished)) return program;
  say('Installing schemathesis, once …');
  rmSync(folder, { recursive: true, force: true });
  await run(python, ['-m', 'venv', folder]).catch((error: unknown) => {
    throw new Error(`${python} cannot make a virtual environment; on Debian: apt-get install python3-venv`, {
      cause: error,
    });
  });
  await run(join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--requirement', REQUIREMENTS], {
    maxBuffer: 64 * 1024 * 1024,
  });
  writeFileSync(finished, '');
  return program;
}

async function versionOf(python: string): Promise<string> {
  try {
    return (await run(python, ['-c', 'import sys; print(sys.version)'])).stdout;
  } catch (error) {
    throw new Error(`Fuzzing needs Python 3.10 or newer; ${python} cannot be run. PYTHON names another.`, {
      cause: error,
    });
  }
}
