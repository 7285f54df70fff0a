import { join } from 'node:path';
import { projectRoot } from '../platform/config/project-root.js';
import { bundleWorkflows, workflowInputs } from '../platform/temporal/workflow-bundle.js';

/** Part of the build: the worker loads `dist/workflow-bundle.js` and starts in a fraction of a second. */
async function main(): Promise<void> {
  const dist = join(projectRoot(), 'dist');
  const written = await bundleWorkflows({
    entry: join(dist, 'workflows/index.js'),
    inputs: workflowInputs(dist),
    target: join(dist, 'workflow-bundle.js'),
  });
  if (written) console.log('Bundled the workflows into dist/workflow-bundle.js');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
