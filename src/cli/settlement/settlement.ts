import type { Command } from 'commander';
import { addCloseCommand } from './close.js';
import { addInspectCommands } from './inspect.js';
import { addMoneyCommands } from './money.js';
import { addRerunCommand } from './rerun.js';

export function addSettlementVerbs(settlement: Command): void {
  addCloseCommand(settlement);
  addRerunCommand(settlement);
  addInspectCommands(settlement);
  addMoneyCommands(settlement);
}
