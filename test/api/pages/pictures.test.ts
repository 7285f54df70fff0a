import { generateDrafts } from '../../../src/catalogue/generated/drafts.js';
import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await refreshSamples(api.ctx);
  await projectChanges(api.ctx);
});
afterAll(() => api.close());

/** Width and height, as the first frame of a JPEG says them. */
function sizeOf(jpeg: Buffer): number[] {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return [jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)];
}

test('every sample and generated event has a picture of ours that any page may show', async () => {
  const listed = await api.app.inject({ url: '/v1/events?limit=100', headers: bearer(api.keys.test) });
  const samples: string[] = listed.json().events.map(({ image }: { image: string }) => image);
  expect(samples.length).toBeGreaterThan(15);
  expect(samples.every((image) => image.startsWith(`${api.ctx.config.origin}/pictures/`))).toBe(true);
  const drafts = [...generateDrafts({ events: 500, seed: 1, from: '2026-11-02', series: 'some' })];
  const paths = new Set([
    ...samples.map((image) => new URL(image).pathname),
    ...drafts.map(({ image }) => image ?? 'none'),
  ]);
  expect(paths.size).toBeGreaterThan(40);
  for (const path of paths) {
    const { statusCode, headers, rawPayload } = await api.app.inject(path);
    expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'image/jpeg']);
    expect(sizeOf(rawPayload)).toEqual([1200, 630]);
    expect(rawPayload.length).toBeLessThan(60_000);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=604800',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  }
});

test('a picture that is not there is not found, nor is the folder', async () => {
  for (const path of ['/pictures/none-1.jpg', '/pictures/', '/pictures/..%2fpictures.ts']) {
    expect([path, (await api.app.inject(path)).statusCode]).toEqual([path, 404]);
  }
});
