import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { PostgresUser } from '../../src/embedded/postgres-user.js';
import type { ClusterPrograms } from './programs.js';

/** What every part of a cluster is made from. */
export interface Place {
  /** Holds data, configurations and logs. */
  folder: string;
  programs: ClusterPrograms;
  /** Whether members can be cut off: then their messages go through this process. */
  isPartitionable: boolean;
  /** The checkout of each API and worker, by name. */
  releases: Map<string, Release>;
}

/** The folder of a checkout that is built, and settings of its processes alone. */
export interface Release {
  root: string;
  env?: Record<string, string>;
}

export const logOf = ({ folder }: Place, name: string) => join(folder, 'log', `${name}.log`);

/** Writes a configuration as JSON, which every reader of YAML takes; only its owner may read it. */
export function writeConfiguration(file: string, content: object | string, owner?: PostgresUser): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2), { mode: 0o600 });
  if (owner) chownSync(file, owner.uid, owner.gid);
  return file;
}

/** Whether something listens on a port of the loopback address. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

export const answersOk = (url: string) => fetch(url, { signal: AbortSignal.timeout(2_000) }).then(({ ok }) => ok);
