import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { startService } from '../fuzz/service.js';
import { changesBetween, committedForm, unannounced } from './openapi-changes.js';

const FILE = join(projectRoot(), 'docs/openapi.json');

/**
 * `npm run openapi-doc`: writes docs/openapi.json, what partners were last promised. Refuses what takes something away, and
 * additions that docs/changelog.md does not name.
 */
async function main(): Promise<void> {
  const service = await startService();
  try {
    const { origin } = new URL(service.base_url);
    const after = await (await fetch(`${origin}/openapi.json`)).json();
    const { added, removed } = changesBetween(JSON.parse(readFileSync(FILE, 'utf8')), after);
    if (removed.length > 0) throw new Error(`Version 1 only grows, and this is gone:\n${removed.join('\n')}`);
    const missing = unannounced(added, readFileSync(join(projectRoot(), 'docs/changelog.md'), 'utf8'));
    if (missing.length > 0) throw new Error(`Name these in docs/changelog.md, with a date:\n${missing.join('\n')}`);
    writeFileSync(FILE, committedForm(after, origin));
    console.log(added.length > 0 ? `Added:\n${added.join('\n')}` : 'Nothing was added.');
  } finally {
    await service.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
