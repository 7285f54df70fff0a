import { PartnerEvents } from '@partner-events/client';

const client = new PartnerEvents({ baseUrl: process.env.API ?? '', key: process.env.KEY });
const download = await client.bulk.download(process.env.BULK_FILE ?? '');
let lines = 0;
for await (const line of download.items()) if (line.id) lines += 1;
console.log(lines);
