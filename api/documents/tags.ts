/** The groups of operations, in the order of the reference. */
export const TAGS = [
  { name: 'Events', description: 'Find the events you may show, and what changed or was withdrawn.' },
  { name: 'Orders', description: 'Hold tickets in your own app and send the buyer to our payment page.' },
  { name: 'Earnings', description: 'What your sales earned.' },
  { name: 'Reports', description: 'Your sums and your funnel, by day, month, event, click id or country.' },
  { name: 'Settlements', description: 'Monthly statements of what we pay you. Read only.' },
  { name: 'Offers', description: 'Events that pay a reward, for card-linked and cash-back programmes.' },
  { name: 'Bulk', description: 'The whole catalogue, or its changes, in one file.' },
  { name: 'Feeds', description: 'Events as JSON Feed, RSS, XML, CSV or iCalendar.' },
  { name: 'Signals', description: 'What visitors of your pages saw and clicked, for your statistics.' },
  { name: 'Assistants', description: 'Read-only tools for AI assistants (Model Context Protocol).' },
  { name: 'OAuth', description: 'Access tokens instead of keys (client credentials).' },
  { name: 'Sandbox', description: 'Sample events, without a key.' },
  { name: 'Webhooks', description: 'What we send to your webhook URLs.' },
];
