import { findPlainEnglishFaults, readTexts } from '../lint/plain-english.js';
import { findFaults } from './faults.js';
import { readImports } from './imports.js';
import { findTableFaults, readOwners, readTableUses } from './tables.js';

const root = process.cwd();
const owners = readOwners(root);
const faults = [
  ...findFaults(readImports(root)),
  ...findTableFaults(readTableUses(root, owners), owners),
  ...findPlainEnglishFaults(readTexts(root)),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
