import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { makeImage } from './image.js';
import { ownServices } from './services.js';
import { createStage } from './stage.js';
import { rehearse } from './trial.js';

const USAGE = `DATABASE_URL=postgres://… TEMPORAL_ADDRESS=… npm run rehearse -- [options]

Rehearses a first deployment without containers: carries out the Dockerfile, then every command of docker-compose.yml in
its order as an unprivileged user, on a new database and a new Temporal namespace; places a live order by the commands of
docs/deploy/install.md; all of it twice; then once more after kill -9 of each part, of
Valkey (where one is installed) and of nginx. DATABASE_URL names a server on which a
database can be created. Needs nginx. Ends with 1 when anything fails.
  --image <folder>             keeps the image there, or uses the one that is there
  --restart-temporal <command> kills the Temporal server and starts it again
  --restart-postgres <command> the same for Postgres`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      image: { type: 'string' },
      'restart-temporal': { type: 'string' },
      'restart-postgres': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { DATABASE_URL, TEMPORAL_ADDRESS } = process.env;
  if (values.help || !DATABASE_URL || !TEMPORAL_ADDRESS) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const project = projectRoot();
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-rehearsal-'));
  chmodSync(folder, 0o755);
  // Postgres refuses to run as root. 65534 is the account `nobody`; any other account without rights works too.
  const user = process.getuid?.() === 0 ? 65_534 : undefined;
  const admin = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
  const name = `rehearsal_${randomBytes(4).toString('hex')}`;
  const stop: (() => Promise<void>)[] = [];
  try {
    console.log('== Dockerfile');
    const owner = user === undefined ? undefined : `${user}:${user}`;
    const image = makeImage({ project, target: values.image ?? join(folder, 'image'), owner });
    await admin`CREATE DATABASE ${admin(name)}`;
    const settings = Object.fromEntries(
      ['POSTGRES_PASSWORD', 'OBJECT_STORE_ACCESS_KEY', 'OBJECT_STORE_SECRET_KEY'].map((key) => [key, 'rehearsal']),
    );
    const encryptionKey = randomBytes(32).toString('base64');
    const services = ownServices(join(project, 'docker-compose.yml'), {
      ...settings,
      ENCRYPTION_KEY: encryptionKey,
      PAYMENTS: 'simulated',
      // No server listens there: live orders need a mail server, and tickets wait for it.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'partners@rehearsal.example',
    });
    const url = new URL(DATABASE_URL);
    url.pathname = `/${name}`;
    mkdirSync(join(folder, 'logs'));
    const stage = await createStage({
      project,
      folder,
      services,
      image,
      user,
      databaseUrl: url.href,
      temporalAddress: TEMPORAL_ADDRESS,
      namespace: name.replace('_', '-'),
    });
    stop.push(() => stage.close());
    await rehearse(stage, { temporal: values['restart-temporal'], postgres: values['restart-postgres'] });
    console.log('Everything held.');
  } finally {
    for (const close of stop) await close();
    await admin`DROP DATABASE IF EXISTS ${admin(name)} WITH (FORCE)`.catch(() => {});
    await admin.end({ timeout: 5 });
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
