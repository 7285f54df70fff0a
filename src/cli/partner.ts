import { Command } from 'commander';
import { addAgreementCommands } from './partner/agreement.js';
import { addCompanyCommands } from './partner/company.js';
import { addKeyCommands } from './partner/key.js';

const program = new Command('partner').description('Partner companies, what they may show, and their keys.');

addCompanyCommands(program);
addAgreementCommands(program);
addKeyCommands(program);

program.showHelpAfterError();
void program.parseAsync();
