import { runProcess } from './run-process.js';

/** `partner-events migrate` as a separate process. */
void runProcess(['migrate', ...process.argv.slice(2)]);
