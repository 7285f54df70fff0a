import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { ordersDocument } from './orders.js';

/** `npm run orders-doc`: writes docs/orders.md. */
writeFileSync(join(projectRoot(), 'docs/orders.md'), ordersDocument());
