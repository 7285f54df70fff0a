import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';

/**
 * An earlier commit with its own dependencies, built. It is kept in `.cache`.
 *
 * @param commit anything that git takes for one.
 * @returns the folder that stands for its checkout.
 */
export function buildOlderVersion(commit: string): string {
  const root = projectRoot();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 1024 ** 3 });
  const id = git('rev-parse', '--verify', `${commit}^{commit}`).toString().trim().slice(0, 12);
  const folder = join(root, '.cache/versions', id);
  if (existsSync(join(folder, 'dist/workflow-bundle.js'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.log(`Building ${id}, some two minutes …`);
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', id) });
  const run = (file: string, ...args: string[]) => execFileSync(file, args, { cwd: folder, stdio: ['ignore', 2, 2] });
  run('npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline');
  run(process.execPath, 'bin/build.cjs');
  return folder;
}
