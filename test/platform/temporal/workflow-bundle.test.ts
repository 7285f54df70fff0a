import { readFileSync } from 'node:fs';
import { setUp } from '../../support/environment.js';

test('the bundle says where each line of a workflow is from, and holds no second copy of the sources', () => {
  const code = readFileSync(setUp('TEST_WORKFLOW_BUNDLE'), 'utf8');
  const [, encoded = ''] = /\n\/\/# sourceMappingURL=data:[^,\n]*base64,([^\n]*)\s*$/.exec(code) ?? [];
  const map = JSON.parse(Buffer.from(encoded, 'base64').toString());
  expect(map).toMatchObject({ version: 3, mappings: expect.stringMatching(/^.{1000}/) });
  expect(map.sources.join()).toContain('workflows/endpoint-deliveries.ts');
  expect(map).not.toHaveProperty('sourcesContent');
});
