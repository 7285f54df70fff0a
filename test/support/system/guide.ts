import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readGuide } from '../../../api/docs/site.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { buildClient } from '../build-packages.js';

const run = promisify(execFile);

/** The blocks of code in a guide of `/docs`, in one language. */
export function guideBlocks(name: string, language: string): string[] {
  return [...readGuide(`${name}.md`).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );
}

/** Makes a folder a partner's project, and installs the client there as the guide says, from the API at `origin`. */
export async function installClient(folder: string, origin: string): Promise<void> {
  await buildClient();
  writeFileSync(join(folder, 'package.json'), '{ "name": "a-partner", "private": true }');
  const [install = ''] = guideBlocks('client', 'sh');
  const env = { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
  await run('bash', ['-ec', install.replaceAll('https://api.example.com', origin)], { cwd: folder, env });
}

/** A strict compiler's faults of TypeScript in a folder with the installed client; empty: none. */
export async function compileStrictly(folder: string, sources: Record<string, string>): Promise<string> {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, `${name}.mts`), source);
  const types = ['--typeRoots', join(projectRoot(), 'node_modules/@types'), '--types', 'node'];
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', ...types];
  const files = Object.keys(sources).map((name) => `${name}.mts`);
  const compiled = run(join(projectRoot(), 'node_modules/.bin/tsc'), [...flags, ...files], { cwd: folder });
  return (await compiled.catch((error: { stdout: string }) => error)).stdout;
}
