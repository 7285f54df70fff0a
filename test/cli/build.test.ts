import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { temporaryFolder } from '../support/environment.js';

/** A small project with our launcher and a compiler that only counts how often it was called. */
let folder: { path: string; remove(): void };
beforeEach(() => {
  folder = temporaryFolder();
  cpSync(join(projectRoot(), 'bin'), join(folder.path, 'bin'), { recursive: true });
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json']) write(name, '{}');
  write('src/a.ts', 'one');
  write('api/b.ts', 'two');
  install();
});
afterEach(() => folder.remove());

function write(name: string, content: string): string {
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function install(): void {
  write('node_modules/typescript/package.json', '{"version":"0.0.0"}');
  write(
    'node_modules/typescript/bin/tsc',
    `const fs = require('node:fs');
     console.log('compiling');
     fs.mkdirSync('dist/src/cli', { recursive: true });
     fs.appendFileSync('compiled', 'x');
     fs.writeFileSync('dist/src/cli/bundle-workflows.js', '');
     fs.writeFileSync('dist/src/cli/main.js', "console.log('ran', ...process.argv.slice(2))");`,
  );
}

function run(...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder.path, 'bin/partner-events.cjs'), ...argv],
    {
      encoding: 'utf8',
    },
  );
  const compiled = join(folder.path, 'compiled');
  const builds = existsSync(compiled) ? readFileSync(compiled, 'utf8').length : 0;
  return { status, stdout, stderr, builds };
}

test("builds once, and again only after the sources changed; the output is only the command's", () => {
  expect(run('endpoint', 'list')).toMatchObject({ status: 0, stdout: 'ran endpoint list\n', builds: 1 });
  expect(run()).toEqual({ status: 0, stdout: 'ran\n', stderr: '', builds: 1 });
  const file = write('src/c.ts', 'three');
  expect(run().builds).toBe(2);
  // Put back as an archive does it: older than the build.
  utimesSync(file, 1_000_000, 1_000_000);
  expect(run().builds).toBe(3);
  rmSync(file);
  expect(run().builds).toBe(4);
  expect(run().builds).toBe(4);
});

test('without TypeScript the existing build runs, and warns when the sources differ', () => {
  run();
  rmSync(join(folder.path, 'node_modules'), { recursive: true });
  expect(run('x')).toEqual({ status: 0, stdout: 'ran x\n', stderr: '', builds: 1 });
  write('src/a.ts', 'changed');
  expect(run('x')).toMatchObject({
    status: 0,
    stdout: 'ran x\n',
    stderr: expect.stringContaining('running the last build'),
  });
  rmSync(join(folder.path, 'dist'), { recursive: true });
  expect(run('x')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('npm run build') });
});

test('an installation has no sources to compare with, and compiles nothing', () => {
  run();
  for (const name of ['src', 'api', 'tsconfig.json', 'tsconfig.build.json', 'node_modules', 'dist/.sources']) {
    rmSync(join(folder.path, name), { recursive: true });
  }
  expect(run('x')).toEqual({ status: 0, stdout: 'ran x\n', stderr: '', builds: 1 });
});

test('a build that fails ends the command', () => {
  write('node_modules/typescript/bin/tsc', 'process.exit(2)');
  expect(run()).toMatchObject({ status: 2, stdout: '' });
  expect(run().status).toBe(2);
});

test('help loads neither settings nor database nor Temporal, and the help of an area no Temporal', () => {
  const loaded = (...argv: string[]) => {
    const script = `
      process.argv = ['node', 'partner-events', ...${JSON.stringify(argv)}];
      process.on('exit', () => process.stderr.write(Object.keys(require.cache).join('\\n')));
      require('./src/cli/main.ts');`;
    const args = ['-r', join(projectRoot(), 'test/support/run-typescript.cjs'), '-e', script];
    const { stderr } = spawnSync(process.execPath, args, { cwd: projectRoot(), encoding: 'utf8' });
    expect(stderr).toContain('commander');
    return ['zod', 'postgres', 'pino', '@temporalio'].filter((name) => stderr.includes(`/node_modules/${name}/`));
  };
  expect(loaded('--help')).toEqual([]);
  expect(loaded('--version')).toEqual([]);
  expect(loaded('endpoint', '--help')).not.toContain('@temporalio');
});
