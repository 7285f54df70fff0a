import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '../../../src/platform/files/storage/s3.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import { waitFor } from '../wait-for.js';

export interface S3Store {
  endpoint: string;
  stop(): Promise<void>;
}

export const S3_ACCESS = {
  region: 'us-east-1',
  bucket: 'files',
  accessKeyId: 'key',
  secretAccessKey: 'long-enough-secret',
};

/** A real S3 server for tests: `go install github.com/versity/versitygw/cmd/versitygw@latest`. */
const PROGRAM = 'versitygw';

function argumentsOf(port: number, folder: string): string[] {
  const { accessKeyId, secretAccessKey, region } = S3_ACCESS;
  const access = ['--access', accessKeyId, '--secret', secretAccessKey, '--region', region];
  const files = ['posix', '--sidecar', join(folder, 'meta'), join(folder, 'data')];
  return ['--quiet', '--port', `127.0.0.1:${port}`, ...access, ...files];
}

/** Whether this machine has one; no test needs it. */
export function hasS3Server(): boolean {
  return locate(PROGRAM) !== null;
}

function locate(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go/bin')];
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  return found ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts it on a free port, with the bucket of {@link S3_ACCESS} in it. */
export async function startS3Server(): Promise<S3Store> {
  const folder = mkdtempSync(join(tmpdir(), 's3-'));
  for (const part of ['data', 'meta']) mkdirSync(join(folder, part));
  const port = await freePort();
  const child = spawn(locate(PROGRAM) ?? PROGRAM, argumentsOf(port, folder), { cwd: folder, stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  await makeBucket({ ...S3_ACCESS, endpoint }, child);
  return {
    endpoint,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeBucket(
  { endpoint, region, bucket, ...credentials }: S3Options,
  server: ChildProcess,
): Promise<void> {
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 });
  const made = () =>
    client.send(new CreateBucketCommand({ Bucket: bucket })).then(
      () => true,
      () => false,
    );
  await waitFor(
    async () => {
      if (server.exitCode !== null) throw new Error(`the store ended with exit code ${server.exitCode}`);
      return made();
    },
    { what: 'the store to take a bucket' },
  );
  client.destroy();
}
