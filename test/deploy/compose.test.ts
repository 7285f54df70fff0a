import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_NAMES } from '../../src/platform/config/environment.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { ownServices } from '../../tools/compose/services.js';

const COMPOSE = join(projectRoot(), 'docker-compose.yml');
const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');

/** The image says these, no pooler stands before the Postgres of docker-compose.yml, and the others are for development alone. */
const LEFT_OUT = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'DATABASE_DIRECT_URL'];
const DEVELOPMENT = [
  'HOLD_FOR',
  'TEMPORAL_UI',
  'TEMPORAL_UI_PORT',
  'ALLOW_PRIVATE_DELIVERY',
  'DASHBOARD_DEV_SERVER',
  'EXAMPLE_RECEIVER',
  'LISTEN_RECEIVER',
  'STRIPE_API_BASE',
  'STRIPE_TEST_API_BASE',
];

const asked = [...read('docker-compose.yml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name);
const offered = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);

test('an API and a worker in a container get every setting, but for those left out on purpose', () => {
  const env = Object.fromEntries(asked.map((name) => [name, `what .env says of ${name}`]));
  const services = ownServices(COMPOSE, env).filter(({ name }) => name !== 'migrate');
  expect(services.map(({ name }) => name).sort()).toEqual(['api', 'worker']);
  for (const { name, environment } of services) {
    const other = name === 'api' ? 'WORKER_METRICS_PORT' : 'METRICS_PORT';
    const expected = SETTING_NAMES.filter((setting) => ![...LEFT_OUT, ...DEVELOPMENT, other].includes(setting));
    expect(Object.keys(environment).sort()).toEqual([...expected].sort());
    for (const [setting, value] of Object.entries(environment)) {
      if (offered.includes(setting)) expect(value).toBe(`what .env says of ${setting}`);
    }
  }
});

test('.env.example offers what docker-compose.yml takes, and nothing else', () => {
  expect([...new Set(offered)].sort()).toEqual([...new Set(asked)].sort());
});
