import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run trial -- <name> [arguments]`: the trial finds its arguments where a program of its own would. */
const [name = ''] = process.argv.splice(2, 1);
const trials = readdirSync(__dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));

if (trials.includes(name)) {
  require(join(__dirname, `${name}.ts`));
} else {
  console.error(`npm run trial -- <${trials.join(' | ')}> [arguments]`);
  process.exitCode = 2;
}
