import { buildProgram, withoutHelpCommand } from './program.js';

void buildProgram().parseAsync(withoutHelpCommand(process.argv.slice(2)), { from: 'user' });
