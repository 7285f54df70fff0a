import { join } from 'node:path';
import { startChild } from '../../src/embedded/processes.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { Link } from './link.js';
import { Member } from './member.js';
import { listens, logOf, type Place, writeConfiguration } from './place.js';
import type { PostgresMember } from './postgres.js';

export interface Haproxy {
  member: Member;
  /** Postgres's primary, its standbys, and Temporal's frontends. */
  ports: { primary: number; standby: number; temporal: number };
}

/**
 * Leads to the primary, which it asks Patroni for every two seconds. Connections to another machine break. A machine
 * that answers late is busy, and not dead.
 */
export async function describeHaproxy(
  place: Place,
  postgres: readonly PostgresMember[],
  temporal: readonly number[],
): Promise<Haproxy> {
  const own = { primary: await freePort(), standby: await freePort(), temporal: await freePort() };
  const links = {
    primary: await Link.open(place, own.primary),
    standby: await Link.open(place, own.standby),
    temporal: await Link.open(place, own.temporal),
  };
  const databases = (path: string, port: number) => `
listen ${path}
  bind 127.0.0.1:${port}
  option httpchk GET /${path}
  http-check expect status 200
  default-server inter 2s fastinter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${postgres.map((postgre, index) => `  server postgres-${index + 1} 127.0.0.1:${postgre.port} check port ${postgre.patroni}`).join('\n')}`;
  const configuration = writeConfiguration(
    join(place.folder, 'haproxy.cfg'),
    `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout check 4s
  timeout client 1h
  timeout server 1h
${databases('primary', own.primary)}
${databases('replica', own.standby)}
listen temporal
  bind 127.0.0.1:${own.temporal}
  option redispatch
  default-server inter 2s fastinter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${temporal.map((port, index) => `  server frontend-${index + 1} 127.0.0.1:${port} check`).join('\n')}
`,
  );
  const name = 'haproxy';
  const member = new Member({
    name,
    what: 'HAProxy before Postgres and Temporal',
    port: links.primary.port,
    logFile: logOf(place, name),
    links: Object.values(links),
    launch: () =>
      startChild({
        name,
        file: place.programs.haproxy,
        args: ['-db', '-f', configuration],
        endSignal: 'SIGUSR1',
        graceSeconds: 2,
        logFile: logOf(place, name),
      }),
    isReady: () => listens(own.primary),
  });
  const ports = { primary: links.primary.port, standby: links.standby.port, temporal: links.temporal.port };
  return { member, ports };
}
