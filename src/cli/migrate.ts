import { buildProgram } from './program.js';

/** `partner-events migrate` as a process of its own. */
void buildProgram().parseAsync(['migrate', ...process.argv.slice(2)], { from: 'user' });
