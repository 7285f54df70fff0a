import { join } from 'node:path';
import { startChild } from '../../src/embedded/processes.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { Link } from './link.js';
import { Member } from './member.js';
import { listens, logOf, type Place, writeConfiguration } from './place.js';

const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const;
type Service = (typeof SERVICES)[number];

/** Its own worker does only chores. */
const PROCESSES: readonly [name: string, service: Service][] = [
  ['temporal-history-1', 'history'],
  ['temporal-history-2', 'history'],
  ['temporal-matching-1', 'matching'],
  ['temporal-matching-2', 'matching'],
  ['temporal-frontend-1', 'frontend'],
  ['temporal-frontend-2', 'frontend'],
  ['temporal-worker-1', 'worker'],
];

/** Cannot be changed once the database exists; 512 where it is to grow. */
const SHARDS = 16;

export const TEMPORAL_DATABASES = { temporal: 'temporal', temporal_visibility: 'visibility' } as const;

export interface TemporalMembers {
  members: Member[];
  frontends: number[];
  /** Writes the configurations, once it is known where the database and the balancer of the frontends are. */
  configure(at: { database: number; frontends: number; user: string; password: string }): Promise<void>;
}

/**
 * Temporal's four services in processes of their own, which find each other through their database. Clients reach the frontends by
 * links; of the others, each reaches the database by a link.
 */
export async function describeTemporal(place: Place): Promise<TemporalMembers> {
  const described: { name: string; service: Service; ports: Ports; links: Link[] }[] = [];
  for (const [name, service] of PROCESSES) {
    const ports = await choosePorts();
    described.push({
      name,
      service,
      ports,
      links: service === 'frontend' ? [await Link.open(place, ports.grpc)] : [],
    });
  }
  const folderOf = (name: string) => join(place.folder, name);
  return {
    members: described.map(
      ({ name, service, ports, links }) =>
        new Member({
          name,
          what: `Temporal's ${service}`,
          port: service === 'frontend' ? links[0]?.port : ports.grpc,
          logFile: logOf(place, name),
          links,
          launch: () =>
            startChild({
              name,
              file: place.programs.temporalServer,
              args: [
                '--root',
                folderOf(name),
                '--config',
                'config',
                '--env',
                'development',
                '--allow-no-auth',
                'start',
                '--service',
                service,
              ],
              env: { PATH: process.env.PATH, GOMAXPROCS: '2' },
              logFile: logOf(place, name),
            }),
          isReady: () => listens(service === 'worker' ? ports.membership : ports.grpc),
        }),
    ),
    frontends: described.flatMap(({ links }) => links.map(({ port }) => port)),
    async configure(at) {
      for (const { name, service, ports, links } of described) {
        const own = service === 'frontend' ? undefined : await Link.open(place, at.database);
        if (own) links.push(own);
        const dynamic = writeConfiguration(join(folderOf(name), 'dynamic.yaml'), DYNAMIC);
        writeConfiguration(
          join(folderOf(name), 'config/development.yaml'),
          configurationOf(ports, dynamic, { ...at, database: own?.port ?? at.database }),
        );
      }
    },
  };
}

interface Ports {
  grpc: number;
  membership: number;
  http: number;
  metrics: number;
}

async function choosePorts(): Promise<Ports> {
  return { grpc: await freePort(), membership: await freePort(), http: await freePort(), metrics: await freePort() };
}

/** As src/embedded/temporal-server.ts has them. */
const DYNAMIC = {
  'limit.maxIDLength': [{ value: 255 }],
  'history.transferProcessorMaxPollRPS': [{ value: 200 }],
  'matching.numTaskqueueReadPartitions': [{ value: 1 }],
  'matching.numTaskqueueWritePartitions': [{ value: 1 }],
};

function configurationOf(
  ports: Ports,
  dynamic: string,
  at: { database: number; frontends: number; user: string; password: string },
): object {
  const store = (databaseName: string, maxConns: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `127.0.0.1:${at.database}`,
      connectProtocol: 'tcp',
      user: at.user,
      password: at.password,
      maxConns,
      maxIdleConns: maxConns,
      maxConnLifetime: '1h',
    },
  });
  const rpc = { grpcPort: ports.grpc, membershipPort: ports.membership, bindOnLocalHost: true };
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: SHARDS,
      datastores: { default: store('temporal', 12), visibility: store('temporal_visibility', 5) },
    },
    global: {
      membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' },
      metrics: { prometheus: { timerType: 'histogram', listenAddress: `127.0.0.1:${ports.metrics}` } },
    },
    services: Object.fromEntries(
      SERVICES.map((service) => [service, { rpc: service === 'frontend' ? { ...rpc, httpPort: ports.http } : rpc }]),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${at.frontends}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamic, pollInterval: '10s' },
  };
}
