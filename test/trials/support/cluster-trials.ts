import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../../../tools/cluster/cluster.js';
import type { Member } from '../../../tools/cluster/member.js';

export interface ClusterTrial {
  name: string;
  /** No call may fail while it runs. */
  isUnnoticed?: boolean;
  /** Calls may fail, but each must say that it can be repeated, and no read or write may be without an answer for longer, in milliseconds. */
  mostSilent?: number;
  run(): Promise<void>;
}

/** How long a killed machine is away. */
const AWAY_MS = 5_000;
/** How long a call may take: a caller that waits for one answer, and repeats it once, succeeds. */
const MOST_SILENT_MS = 15_000;
const STALL_MS = 20_000;
const PARTITION_MS = 10_000;
/** Longer than etcd keeps a silent primary. */
const PARTITION_OF_PRIMARY_MS = 40_000;

/** A member of each kind. */
const MEMBERS = [
  'api-1',
  'worker-1',
  'nginx',
  'haproxy',
  'etcd-1',
  'valkey',
  's3',
  'temporal-frontend-1',
  'temporal-history-1',
  'temporal-matching-1',
  'temporal-worker-1',
] as const;

const DATABASES = ['primary', 'standby'] as const;

/** All that is done to a cluster, in order: rolling restarts first, while nothing has been broken. */
export function listTrials(cluster: Cluster): ClusterTrial[] {
  const member = (name: string): Member => {
    const found = cluster.members.get(name);
    if (!found) throw new Error(`the cluster has no member ${name}`);
    return found;
  };
  const primary = async () => {
    for (;;) {
      const name = await cluster.primary();
      if (name) return name;
      await pause(200);
    }
  };
  const database = async (role: (typeof DATABASES)[number]) => {
    const first = await primary();
    if (role === 'primary') return member(first);
    return member(first === 'postgres-1' ? 'postgres-2' : 'postgres-1');
  };
  const inTurn = async (names: readonly string[]) => {
    for (const name of names) await member(name).restart();
  };
  const databaseTrial = (what: string, role: (typeof DATABASES)[number], act: (member: Member) => Promise<void>) => ({
    name: `${what}: Postgres ${role}`,
    async run() {
      await act(await database(role));
      await cluster.untilReplicated();
    },
  });
  const named = (start: string) => [...cluster.members.keys()].filter((name) => name.startsWith(start));
  return [
    { name: 'restart in turn: workers', isUnnoticed: true, run: () => inTurn(named('worker')) },
    { name: 'restart in turn: APIs', isUnnoticed: true, run: () => inTurn(named('api')) },
    { name: 'restart in turn: Temporal', isUnnoticed: true, run: () => inTurn(named('temporal')) },
    { name: 'restart in turn: etcd', isUnnoticed: true, run: () => inTurn(named('etcd')) },
    {
      name: 'restart in turn: Postgres standby',
      isUnnoticed: true,
      async run() {
        await (await database('standby')).restart();
        await cluster.untilReplicated();
      },
    },
    {
      name: 'restart in turn: Postgres primary, after a switchover',
      mostSilent: MOST_SILENT_MS,
      async run() {
        const before = await database('primary');
        await cluster.switchover();
        await cluster.untilReplicated();
        await before.restart();
        await cluster.untilReplicated();
      },
    },
    ...MEMBERS.map((name) => ({ name: `killed: ${name}`, run: () => member(name).kill(AWAY_MS) })),
    ...DATABASES.map((role) => databaseTrial('killed', role, (member) => member.kill(AWAY_MS))),
    ...MEMBERS.map((name) => ({ name: `stopped for 20 s: ${name}`, run: () => member(name).stall(STALL_MS) })),
    ...DATABASES.map((role) => databaseTrial('stopped for 20 s', role, (member) => member.stall(STALL_MS))),
    ...MEMBERS.filter((name) => member(name).isPartitionable).map((name) => ({
      name: `cut off for 10 s: ${name}`,
      run: () => member(name).partition(PARTITION_MS),
    })),
    databaseTrial('cut off for 40 s', 'primary', (member) => member.partition(PARTITION_OF_PRIMARY_MS)),
    databaseTrial('cut off for 10 s', 'standby', (member) => member.partition(PARTITION_MS)),
  ];
}
