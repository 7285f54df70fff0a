import { Command } from 'commander';
import { withActor } from './actor.js';
import { addAgreementCommands } from './partner/agreement.js';
import { addAuditCommands } from './partner/audit.js';
import { addCompanyCommands } from './partner/company.js';
import { addEraseBuyerCommand } from './partner/erase-buyer.js';
import { addKeyCommands } from './partner/key.js';
import { addOAuthCommands } from './partner/oauth.js';
import { addPostbackCommands } from './partner/postback.js';
import { addSaleCommands } from './partner/sale.js';
import { addSecretsCommands } from './partner/secrets.js';
import { addStatsCommands } from './partner/stats.js';
import { addSubscriptionCommands } from './partner/subscription.js';
import { addTermsCommands } from './partner/terms.js';
import { addWebhookCommands } from './partner/webhook.js';

const program = withActor(
  new Command('partner').description(
    'Partner companies, what they may show, their keys, and where they hear of changes.',
  ),
);

addCompanyCommands(program);
addAgreementCommands(program);
addKeyCommands(program);
addOAuthCommands(program);
addTermsCommands(program);
addSaleCommands(program);
addWebhookCommands(program);
addPostbackCommands(program);
addStatsCommands(program);
addSubscriptionCommands(program);
addAuditCommands(program);
addEraseBuyerCommand(program);
addSecretsCommands(program);

program.showHelpAfterError();
void program.parseAsync();
