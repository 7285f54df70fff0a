/** Builds one bulk file; requests for the same file wait for the same run. */
export const BULK_FILE_WORKFLOW = 'bulkFile';

export interface BulkFileInput {
  fileId: string;
}

export interface BulkProgress {
  events: number;
  bytes: number;
}

export interface BulkFileResult extends BulkProgress {
  /** `gone`: not needed any more, because its subscription was removed or it was given up. */
  state: 'ready' | 'failed' | 'gone';
}

export interface BulkFileActivities {
  /** Writes the file from one snapshot of the database, completely or not at all; starts over when it is repeated. */
  buildBulkFile(input: BulkFileInput): Promise<BulkFileResult>;
  /** Notifies waiting requests that the build failed. */
  failBulkFile(input: BulkFileInput & { reason: string }): Promise<void>;
}
