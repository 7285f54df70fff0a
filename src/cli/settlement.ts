import { Command } from 'commander';
import { addCloseCommand } from './settlement/close.js';
import { addInspectCommands } from './settlement/inspect.js';
import { addMoneyCommands } from './settlement/money.js';
import { addRerunCommand } from './settlement/rerun.js';

const program = new Command('settlement').description('Month ends: closing, looking, writing anew, paying.');

addCloseCommand(program);
addRerunCommand(program);
addInspectCommands(program);
addMoneyCommands(program);

program.showHelpAfterError();
void program.parseAsync();
