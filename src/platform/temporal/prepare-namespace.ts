import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';

/** The search attributes of workflows, on every server that this service runs on. Ten Keywords are the maximum. */
export const SEARCH_ATTRIBUTES = {
  CompanyId: 'Keyword',
  OrderId: 'Keyword',
  EventId: 'Keyword',
  EndpointId: 'Keyword',
  StatementId: 'Keyword',
  State: 'Keyword',
  Mode: 'Keyword',
  ChangeType: 'Keyword',
  Month: 'Keyword',
  Attempt: 'Int',
} as const;

/** How long finished workflows can be looked up. */
const RETENTION = msToTs('30 days');

const INDEXED_VALUE = { Keyword: 2, Int: 3 } as const;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;

/**
 * Creates or updates the namespace, its retention and its search attributes, and waits until the server knows all of
 * it. Repeating it changes nothing.
 *
 * @throws {NotVisibleError} when the server does not know the new settings in time.
 */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
  options: Pick<UntilVisibleOptions, 'log' | 'limitMs'> = {},
): Promise<void> {
  await keepWorkflows(connection, namespace);
  const what = `namespace ${namespace}`;
  const list = () => connection.operatorService.listSearchAttributes({ namespace });
  const known = await untilVisible(list, { ...options, what });
  const missing = searchAttributeNames().filter((name) => !(name in known.customAttributes));
  if (missing.length > 0) await addSearchAttributes(connection, namespace, missing);
  // A query is refused until the server knows each attribute in it; it is served by what starts workflows, too.
  const query = searchAttributeNames().map((name) => `\`${name}\` = ${SEARCH_ATTRIBUTES[name] === 'Int' ? 0 : "''"}`);
  const count = () => connection.workflowService.countWorkflowExecutions({ namespace, query: query.join(' AND ') });
  await untilVisible(count, { ...options, what: `search attributes of the ${what}` });
}

/** Adds search attributes that the namespace does not have. */
export async function addSearchAttributes(
  connection: Connection,
  namespace: string,
  names = searchAttributeNames(),
): Promise<void> {
  await connection.operatorService
    .addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(names.map((name) => [name, INDEXED_VALUE[SEARCH_ATTRIBUTES[name]]])),
    })
    .catch(ignore(ALREADY_EXISTS));
}

function searchAttributeNames(): (keyof typeof SEARCH_ATTRIBUTES)[] {
  return Object.keys(SEARCH_ATTRIBUTES) as (keyof typeof SEARCH_ATTRIBUTES)[];
}

async function keepWorkflows(connection: Connection, namespace: string): Promise<void> {
  const service = connection.workflowService;
  const found = await service.describeNamespace({ namespace }).catch(ignore(NOT_FOUND));
  if (!found) {
    await service
      .registerNamespace({ namespace, workflowExecutionRetentionPeriod: RETENTION })
      .catch(ignore(ALREADY_EXISTS));
    return;
  }
  const kept = Number(found.config?.workflowExecutionRetentionTtl?.seconds ?? 0);
  if (kept >= Number(RETENTION.seconds)) return;
  await service.updateNamespace({
    namespace,
    config: { workflowExecutionRetentionTtl: RETENTION },
  });
}

function ignore(code: number): (error: unknown) => undefined {
  return (error) => {
    if (isGrpcServiceError(error) && Number(error.code) === code) return undefined;
    throw error;
  };
}

/** Each Temporal process reads namespaces again every 2 to 10 seconds; a busy one takes longer. */
const LIMIT_MS = 60_000;
const PAUSE_MS = 250;

/** INVALID_ARGUMENT (a search attribute is not known yet) and NOT_FOUND (the namespace is not). */
const NOT_VISIBLE = new Set([3, 5]);

export interface UntilVisibleOptions {
  /** For the error and the log, such as `namespace partner-events`. */
  what: string;
  /** Receives one line when the first call fails. */
  log?: (line: string) => void;
  /** Milliseconds; 60,000 when absent. */
  limitMs?: number;
}

/** A registration did not become visible in time; `message` says what to check. */
export class NotVisibleError extends Error {
  override name = 'NotVisibleError';
}

/**
 * Repeats a call until the Temporal server knows an earlier registration: it acknowledges a registration before its own
 * processes have read it.
 *
 * @returns the result of the first successful call.
 * @throws {NotVisibleError} when the limit is over; the server's other errors at once.
 */
async function untilVisible<T>(call: () => Promise<T>, options: UntilVisibleOptions): Promise<T> {
  const limit = options.limitMs ?? LIMIT_MS;
  const until = performance.now() + limit;
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isGrpcServiceError(error) || !NOT_VISIBLE.has(Number(error.code))) throw error;
      if (performance.now() + PAUSE_MS > until) throw new NotVisibleError(explain(options.what, limit, error.details));
      if (tries === 1) options.log?.(`Waiting for Temporal to find the ${options.what} (at most ${limit / 1_000} s)`);
    }
    await pause(PAUSE_MS);
  }
}

function explain(what: string, limit: number, said: string): string {
  return (
    `The ${what} was registered, but Temporal did not find it within ${limit / 1_000} s. It said: ${said}\n` +
    'Check that all Temporal processes use the same database and that its worker and history services run. ' +
    'Then run the command again: nothing needs to be undone.'
  );
}
