import { Etags } from '../../packages/client/src/etags.js';

test('of a hundred answers the one goes that was not asked for longest', () => {
  const etags = new Etags();
  const urls = Array.from({ length: 100 }, (_, nth) => `/events/${nth}`);
  for (const url of urls) etags.keep(url, { etag: `"${url}"`, text: url });
  expect(etags.find('/events/0')?.text).toBe('/events/0');
  etags.keep('/events/100', { etag: '"new"', text: 'new' });
  expect(etags.find('/events/0')?.text).toBe('/events/0');
  expect(etags.find('/events/1')).toBeUndefined();
});
