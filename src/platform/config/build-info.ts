import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.js';

export interface BuildInfo {
  /** The version in `package.json`. The API's version is in its path. */
  version: string;
  /** The commit it was built from, with `-dirty` where files differed; `unknown` without git. */
  commit: string;
  /** When that commit was made, an ISO 8601 instant; `unknown` without git. */
  date: string;
}

/** The commit of the build in `dist/`, or of the sources where they run uncompiled. */
export function readBuildInfo(): BuildInfo {
  const json = (name: string) => JSON.parse(readFileSync(join(projectRoot(), name), 'utf8'));
  const { version } = json('package.json');
  const { commit = 'unknown', date = 'unknown' } = existsSync(join(projectRoot(), BUILT)) ? json(BUILT) : {};
  return { version, commit, date };
}

/** Written by `bin/build.cjs`. */
const BUILT = 'dist/build-info.json';
