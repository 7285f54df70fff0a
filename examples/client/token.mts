import { PartnerEvents } from '@partner-events/client';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const client = new PartnerEvents({
  baseUrl: API,
  oauth: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, scope: 'events:read' },
});
console.log((await client.categories.list()).categories.length);
