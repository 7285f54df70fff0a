import { Connection, isGrpcServiceError } from '@temporalio/client';

/** Without the database, even a busy server answers at once … */
const PLAIN_MS = 3_000;
/** … and an overloaded server answers it within this. */
const STORED_MS = 10_000;
const NOT_FOUND = 5;
/** No such workflow: the expected answer, because the id was never used. */
const NO_WORKFLOW = 'partner-events-health';

/** @returns the fault of a Temporal server in a few words (silent, no namespace, unreadable data); null: none. */
export async function temporalFault(address: string, namespace: string): Promise<string | null> {
  // A connection of its own: closing it while a call waits for a retry would end the process.
  const connection = Connection.lazy({ address });
  const service = connection.workflowService;
  const within = <T>(milliseconds: number, call: () => Promise<T>) =>
    connection.withDeadline(Date.now() + milliseconds, call);
  try {
    await within(PLAIN_MS, () => service.getSystemInfo({}));
    await within(STORED_MS, () => service.describeNamespace({ namespace }));
    await within(STORED_MS, () =>
      service.describeWorkflowExecution({ namespace, execution: { workflowId: NO_WORKFLOW } }).catch(expectNoWorkflow),
    );
    return null;
  } catch (error) {
    return isGrpcServiceError(error) ? error.details || error.message : String(error);
  } finally {
    await connection.close();
  }
}

function expectNoWorkflow(error: unknown): void {
  if (isGrpcServiceError(error) && Number(error.code) === NOT_FOUND && !/namespace/i.test(error.details)) return;
  throw error;
}
