import { runProcess } from './run-process.js';

void runProcess(process.argv.slice(2));
