import type { Command } from 'commander';
import * as schemas from '../../catalogue/schemas.js';
import { showEvent } from '../../catalogue/show-event.js';
import { updateEvent } from '../../catalogue/update-event.js';
import { shareEvent, withdrawEvent } from '../../catalogue/withdraw-event.js';
import { inSnakeCase } from '../../core/wire/row.js';
import type { Cli } from '../support/verb.js';
import { parsePatch, type UpdateOptions, withUpdateOptions } from './update-options.js';

export function addEventVerbs(catalogue: Command, cli: Cli): void {
  cli.verb(
    withUpdateOptions(catalogue.command('update').argument('<id>', 'id of the event')).description(
      'Changes fields of an event. An empty value removes a field.',
    ),
    {
      json: schemas.changedEvent,
      run: async ({ ctx }, id: string, options: UpdateOptions) => ({
        id,
        changed: await updateEvent(ctx, id, parsePatch(options)),
      }),
      text: ({ id, changed }, session) => session.say(changed ? `${id} was changed` : `${id} is unchanged`),
    },
  );

  const withdraw = catalogue.command('withdraw').argument('<id>', 'id of the event');
  cli.verb(withdraw.description('Stops sharing an event. Partners are notified to take it down.'), {
    json: schemas.changedEvent,
    run: async ({ ctx }, id: string) => ({ id, changed: await withdrawEvent(ctx, id) }),
    text: ({ id, changed }, session) => session.say(changed ? `${id} is withdrawn` : `${id} was already withdrawn`),
  });

  const share = catalogue.command('share').argument('<id>', 'id of the event');
  cli.verb(share.description('Shares a withdrawn event again.'), {
    json: schemas.changedEvent,
    run: async ({ ctx }, id: string) => ({ id, changed: await shareEvent(ctx, id) }),
    text: ({ id, changed }, session) => session.say(changed ? `${id} is shared` : `${id} was already shared`),
  });

  const show = catalogue.command('show').argument('<id>', 'id of the event');
  cli.verb(show.description('Prints everything the catalogue has about an event, as JSON.'), {
    json: schemas.eventRows,
    run: async ({ ctx }, id: string) => {
      const { event, ticketTypes } = await showEvent(ctx, id);
      return { event: inSnakeCase(event), ticketTypes: ticketTypes.map(inSnakeCase) };
    },
    text: (found, session) => session.document(found),
  });
}
