import { findFaults } from './faults.js';
import { readImports } from './imports.js';

const faults = findFaults(readImports(process.cwd()));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
