import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { createLocalStorage } from './local.js';
import type { FileStorage } from './port.js';
import { createS3Storage } from './s3.js';

/** The S3-compatible store when there is one, else a folder of the data folder. */
export function createFileStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FileStorage {
  return s3 ? createS3Storage(s3) : createLocalStorage(join(dataDir, 'files'));
}
