import { join } from 'node:path';
import { startChild } from '../../src/embedded/processes.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { Link } from './link.js';
import { Member } from './member.js';
import { answersOk, logOf, type Place } from './place.js';

export interface Etcd {
  members: Member[];
  /** Where clients reach each. */
  ports: number[];
}

const NAMES = ['etcd-1', 'etcd-2', 'etcd-3'] as const;

/** Three of etcd, which decide who is Postgres's primary: one may be lost. */
export async function describeEtcd(place: Place): Promise<Etcd> {
  const all: { name: string; client: number; peer: number; links: [client: Link, peer: Link] }[] = [];
  for (const name of NAMES) {
    const [client, peer] = [await freePort(), await freePort()];
    all.push({ name, client, peer, links: [await Link.open(place, client), await Link.open(place, peer)] });
  }
  const cluster = all.map(({ name, links: [, peer] }) => `${name}=http://127.0.0.1:${peer.port}`).join(',');
  const members = all.map(({ name, client, peer, links }) => {
    const flags = {
      name,
      'data-dir': join(place.folder, name),
      'listen-client-urls': `http://127.0.0.1:${client}`,
      'advertise-client-urls': `http://127.0.0.1:${links[0].port}`,
      'listen-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-advertise-peer-urls': `http://127.0.0.1:${links[1].port}`,
      'initial-cluster': cluster,
      'initial-cluster-token': 'partner-events',
      'initial-cluster-state': 'new',
      // Three share this machine's disk with everything else: a slow write must not cost an election.
      'heartbeat-interval': '500',
      'election-timeout': '3000',
      'log-level': 'warn',
    };
    return new Member({
      name,
      what: 'etcd',
      port: links[0].port,
      logFile: logOf(place, name),
      links,
      launch: () =>
        startChild({
          name,
          file: place.programs.etcd,
          args: Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
          logFile: logOf(place, name),
        }),
      isReady: () => answersOk(`http://127.0.0.1:${client}/health`),
    });
  });
  return { members, ports: all.map(({ links: [client] }) => client.port) };
}
