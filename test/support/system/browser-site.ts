import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import { createTestApi, type TestApi } from '../api.js';

export interface BrowserSite {
  api: TestApi;
  origin: string;
  close(): Promise<void>;
}

/** The API with the sample events, listening on a free port. @param env variables that override the tests'. */
export async function openBrowserSite(env: Record<string, string> = {}): Promise<BrowserSite> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const api = await createTestApi({ context: { env: { BASE_URL: `${origin}/v1`, PORT: String(port), ...env } } });
  await refreshSamples(api.ctx);
  await projectChanges(api.ctx);
  await api.app.listen({ host: 'localhost', port });
  return { api, origin, close: () => api.close() };
}
