import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../src/embedded/fetch-program.js';

const run = promisify(execFile);

/** The schemathesis program: see {@link installPython}. */
export async function findSchemathesis(say: (line: string) => void): Promise<string> {
  const folder = await installPython('fuzz', join(__dirname, 'requirements.txt'), say);
  return join(folder, 'bin/st');
}

/**
 * A virtual environment with the packages of a requirements file, made once in the project's cache. pip's own
 * configuration decides the source of packages. @returns its folder.
 *
 * @param options further ones of `pip install`.
 * @throws {Error} naming the missing program.
 */
export async function installPython(
  name: string,
  requirements: string,
  say: (line: string) => void,
  options: readonly string[] = [],
): Promise<string> {
  const python = process.env.PYTHON || 'python3';
  const version = await versionOf(python);
  const wanted = createHash('sha256').update(readFileSync(requirements)).update(version).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(), `${name}-${wanted}`);
  const finished = join(folder, 'complete');
  if (existsSync(finished)) return folder;
  say(`Installing the Python packages of ${name}, once …`);
  rmSync(folder, { recursive: true, force: true });
  await run(python, ['-m', 'venv', folder]).catch((error: unknown) => {
    throw new Error(`${python} cannot make a virtual environment; on Debian: apt-get install python3-venv`, {
      cause: error,
    });
  });
  await run(
    join(folder, 'bin/python'),
    ['-m', 'pip', 'install', '--quiet', ...options, '--requirement', requirements],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  writeFileSync(finished, '');
  return folder;
}

async function versionOf(python: string): Promise<string> {
  try {
    return (await run(python, ['-c', 'import sys; print(sys.version)'])).stdout;
  } catch (error) {
    throw new Error(`Python 3.10 or newer is needed; ${python} cannot be run. PYTHON names another.`, {
      cause: error,
    });
  }
}
