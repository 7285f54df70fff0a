import { ConnectionError, EventNotFoundError, PartnerEvents, ProblemError } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });

try {
  await client.events.get('evt_unknown');
} catch (error) {
  if (error instanceof EventNotFoundError) console.log('no such event', error.requestId);
  else if (error instanceof ProblemError) console.log(error.code, error.detail, error.errors);
  else if (error instanceof ConnectionError) console.log('no answer came', error.message);
  else throw error;
}
