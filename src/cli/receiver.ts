import { buildProgram } from './program.js';

/** `partner-events receiver` as a process of its own, which `npm start` runs. */
void buildProgram().parseAsync(['receiver', ...process.argv.slice(2)], { from: 'user' });
