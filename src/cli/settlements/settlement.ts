import type { Command } from 'commander';
import type { Cli } from '../support/verb.js';
import { addBankVerbs } from './bank.js';
import { addCloseVerb } from './close.js';
import { addInspectVerbs } from './inspect.js';
import { addJournalVerb } from './journal.js';
import { addMoneyVerbs } from './money.js';
import { addPaymentVerbs } from './payments.js';
import { addReconcileVerbs } from './reconcile.js';
import { addRerunVerb } from './rerun.js';

export function declareArea(settlement: Command, cli: Cli): void {
  addCloseVerb(settlement, cli);
  addRerunVerb(settlement, cli);
  addInspectVerbs(settlement, cli);
  addMoneyVerbs(settlement, cli);
  addBankVerbs(settlement, cli);
  addPaymentVerbs(settlement, cli);
  addReconcileVerbs(settlement, cli);
  addJournalVerb(settlement, cli);
}
