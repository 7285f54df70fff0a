import { workflowInfo } from '@temporalio/workflow';

/**
 * For `setWorkflowOptions`: a workflow that ends soon stays with the version of the workers that it began with, where they have one. The server
 * takes this from workers without a version for an error.
 */
export function pinned() {
  const isVersioned = (workflowInfo().currentDeploymentVersion?.deploymentName ?? '') !== '';
  return isVersioned ? ({ versioningBehavior: 'PINNED' } as const) : {};
}
