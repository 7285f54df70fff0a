import { runProcess } from './run-process.js';

/** `partner-events receiver` as a separate process, which `npm start` runs. */
void runProcess(['receiver', ...process.argv.slice(2)]);
