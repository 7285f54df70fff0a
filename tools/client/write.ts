import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../../api/app.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createLogger } from '../../src/platform/logs/logger.js';
import { clientFiles } from './generate.js';

/** `npm run client-types`: writes the generated part of the client from the OpenAPI document. It needs no database. */
async function main(): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  const log = createLogger({ level: 'fatal', name: 'client-types' });
  const ctx = createContext(config, { name: 'client-types', log, clock: { now: () => new Date() } });
  const app = await buildApp(ctx);
  try {
    const document = (await app.inject('/openapi.json')).json();
    for (const [name, text] of Object.entries(clientFiles(document))) {
      writeFileSync(join(projectRoot(), 'packages/client/src/generated', name), text);
    }
  } finally {
    await app.close();
    await closeContext(ctx);
  }
}

void main();
