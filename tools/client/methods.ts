/**
 * The client's method for each operation of the OpenAPI document, by `operationId`: the names come from the contract's
 * paths, and the verbs `list`, `get`, `create`, `cancel`.
 */
export const METHODS: Record<string, `${string}.${string}`> = {
  getEvents: 'events.list',
  getEventsId: 'events.get',
  getEventsIdTickets: 'events.tickets',
  getTickets: 'tickets.list',
  getCategories: 'categories.list',
  getLocations: 'locations.list',
  getDemoEvents: 'demo.events.list',
  getDemoEventsId: 'demo.events.get',
  getDemoCategories: 'demo.categories.list',
  getDemoLocations: 'demo.locations.list',
  postOrders: 'orders.create',
  getOrders: 'orders.list',
  getOrdersId: 'orders.get',
  postOrdersIdCancel: 'orders.cancel',
  getEarnings: 'earnings.list',
  getSettlements: 'settlements.list',
  getSettlementsIdLines: 'settlements.lines',
  getSettlementsFile: 'settlements.file',
  getOffers: 'offers.list',
  getBulkFile: 'bulk.get',
  getFeedsFile: 'feeds.get',
  postTrack: 'signals.track',
  postOauthToken: 'oauth.token',
  postOauthRevoke: 'oauth.revoke',
  getMcp: 'mcp.get',
  postMcp: 'mcp.call',
};
