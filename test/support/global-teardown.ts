import { dismissGuardian } from '../../src/embedded/guardian.js';
import { stopAllChildren } from '../../src/embedded/processes.js';

// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function globalTeardown(): Promise<void> {
  await stopAllChildren();
  await dismissGuardian();
}
