import { runProcess } from '../src/process/run-process.js';
import { closeContext, createContext } from '../src/services/context.js';
import { buildApp } from './app.js';

void runProcess({
  name: 'api',
  async start(config, log) {
    const ctx = createContext(config, { name: 'api', log });
    await ctx.clock.refresh?.();
    const app = await buildApp(ctx);
    await app.listen({ host: config.host, port: config.port });
    return {
      async close() {
        await app.close();
        await closeContext(ctx);
      },
    };
  },
});
