import { isGrpcServiceError } from '@temporalio/client';
import { conflict } from '../../core/problems.js';
import { recordAction } from '../audit/record-action.js';
import type { Config } from '../config/config.js';
import type { Context } from '../context/context.js';
import type { TemporalClient } from './client.js';
import { isAway, UnavailableTemporal } from './unavailable-temporal.js';

/** The workers of one deployment of the service, as Temporal's Worker Versioning groups them. */
export function deploymentName(config: Pick<Config, 'temporal'>): string {
  return `partner-events${config.temporal.queueSuffix}`;
}

/** `current`: gets new workflows. `draining`: only finishes workflows that began with it. `drained`: its workers can go. */
type VersionState = 'current' | 'inactive' | 'draining' | 'drained';

export interface WorkerVersion {
  buildId: string;
  state: VersionState;
  /** When its first worker came. */
  since: Date | null;
}

/** Temporal registers the queues of new workers one after the other, and the change of the current version waits for that. */
const PROMOTE_MS = 60_000;
const NOT_FOUND = 5;
/** No such version, or a version that does not serve each task queue of the current one (FAILED_PRECONDITION). */
const REFUSALS = new Set([NOT_FOUND, 9]);
const DRAINING = 1;
const DRAINED = 2;

type Answer = Awaited<ReturnType<TemporalClient['connection']['workflowService']['describeWorkerDeployment']>>;

/** The versions whose workers Temporal knows, newest first; none where no worker has a `WORKER_BUILD_ID`. */
export async function listWorkerVersions(temporal: TemporalClient, config: Config): Promise<WorkerVersion[]> {
  const { namespace } = config.temporal;
  const request = { namespace, deploymentName: deploymentName(config) };
  const { workflowService } = temporal.connection;
  const answer = await temporal
    .call(() => workflowService.describeWorkerDeployment(request))
    .catch((error: unknown): Answer | null => {
      if (isGrpcServiceError(error) && Number(error.code) === NOT_FOUND) return null;
      throw error;
    });
  const info = answer?.workerDeploymentInfo;
  const current = info?.routingConfig?.currentDeploymentVersion?.buildId;
  const versions = (info?.versionSummaries ?? []).map(({ deploymentVersion, createTime, drainageInfo }) => {
    const buildId = deploymentVersion?.buildId ?? '';
    const seconds = createTime?.seconds;
    return {
      buildId,
      state: toState(buildId === current, Number(drainageInfo?.status ?? 0)),
      since: seconds === undefined || seconds === null ? null : new Date(Number(seconds) * 1_000),
    };
  });
  return versions.sort((a, b) => (b.since?.getTime() ?? 0) - (a.since?.getTime() ?? 0));
}

function toState(isCurrent: boolean, drainage: number): VersionState {
  if (isCurrent) return 'current';
  if (drainage === DRAINING) return 'draining';
  return drainage === DRAINED ? 'drained' : 'inactive';
}

async function currentVersion(temporal: TemporalClient, config: Config): Promise<string | null> {
  const versions = await listWorkerVersions(temporal, config);
  return versions.find(({ state }) => state === 'current')?.buildId ?? null;
}

/**
 * Makes a version the current one: new workflows begin with it, and auto-upgrading workflows continue with it. Pinned
 * workflows stay on their version. To roll back, promote the version before. It is in the audit log.
 *
 * @returns the version that was current, which may be this one; null: workers without a version.
 * @throws {ConflictError} for a version without a running worker.
 * @throws {UnavailableTemporal} when Temporal answers, but is not done within a minute.
 */
export async function promoteWorkers(ctx: Context, temporal: TemporalClient, buildId: string): Promise<string | null> {
  const { config } = ctx;
  const previous = await currentVersion(temporal, config);
  if (previous !== buildId) await setCurrentVersion(temporal, config, buildId);
  await ctx.sql.begin((tx) =>
    recordAction(ctx, tx, { action: 'worker.promote', objectId: buildId, details: { previous } }),
  );
  return previous;
}

const slowPromotion = (buildId: string) =>
  `Temporal answers, but did not make ${buildId} current within ${PROMOTE_MS / 1_000} seconds: it may still be registering the task queues of ` +
  'new workers. Run the command again.';

async function setCurrentVersion(temporal: TemporalClient, config: Config, buildId: string): Promise<void> {
  const { namespace } = config.temporal;
  const identity = 'partner-events worker promote';
  const request = { namespace, deploymentName: deploymentName(config), buildId, identity };
  const { workflowService } = temporal.connection;
  try {
    await temporal.call(() => workflowService.setWorkerDeploymentCurrentVersion(request), PROMOTE_MS);
  } catch (error) {
    // The server tries for as long as we wait, while queues are registered, and so do retries of the client: the last
    // error may be an error although an earlier try has taken effect.
    const current = await currentVersion(temporal, config).catch(() => undefined);
    if (current === buildId) return;
    if (current !== undefined && isAway(error)) throw new UnavailableTemporal(slowPromotion(buildId), { cause: error });
    if (!isGrpcServiceError(error) || !REFUSALS.has(Number(error.code))) throw error;
    const reason = `cannot be promoted (${error.details}): start workers with WORKER_BUILD_ID=${buildId} first`;
    throw conflict('build-id', reason);
  }
}
