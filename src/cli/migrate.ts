import { runProcess } from './run-process.js';

/** `partner-events migrate` as a process of its own. */
void runProcess(['migrate', ...process.argv.slice(2)]);
