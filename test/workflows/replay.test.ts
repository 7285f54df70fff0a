import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { testWorkflowBundle } from '../support/temporal/temporal.js';

/** Workflows that began before a deployment go on after it: today's code must read their histories the same way. */
const FOLDER = join(projectRoot(), 'test/fixtures/histories');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
const replay = (history: unknown) => Worker.runReplayHistory({ workflowBundle: testWorkflowBundle() }, history);

it.each(FILES)('%s replays', async (name) => {
  await expect(replay(read(name))).resolves.toBeUndefined();
});

it('notices a history that this code would not have made', async () => {
  const text = JSON.stringify(read('order-hold-expired.json')).replaceAll('"expireOrder"', '"forgetOrder"');
  await expect(replay(JSON.parse(text))).rejects.toThrow(/nondeterminism/i);
});
