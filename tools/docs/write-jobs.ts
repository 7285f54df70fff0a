import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { jobsDocument } from './jobs.js';

/** `npm run jobs-doc`: writes docs/jobs.md. */
writeFileSync(join(projectRoot(), 'docs/jobs.md'), jobsDocument());
