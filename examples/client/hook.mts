// Save as hook.mjs. Run: PORT=4000 WEBHOOK_SECRET=whsec_… node hook.mjs
import { createServer } from 'node:http';
import { webhooks } from '@partner-events/client';

const { PORT = '4000', WEBHOOK_SECRET = '' } = process.env;

const receive = webhooks.nodeHandler({
  // While you rotate, both secrets with a comma between them.
  secrets: WEBHOOK_SECRET.split(','),
  onEvent(event) {
    const { data } = event;
    if ('earning' in data) console.log('verified', event.type, data.earning.sale_id, data.earning.commission);
    else if ('event' in data) console.log('verified', event.type, data.event.name, data.event.status);
    else if ('order' in data) console.log('verified', event.type, data.order.id, data.order.status);
    else if ('settlement' in data) console.log('verified', event.type, data.settlement.id, data.settlement.status);
    else console.log('verified', event.type, 'take down', data.withdrawn.id);
  },
  onError: (error) => console.error('refused', error),
});
createServer(receive).listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));
