/** The steps as people read them. */
export const STEP_LABELS = {
  impressions: 'Impressions',
  clicks: 'Clicks on your pages',
  checkouts: 'Links opened',
  holds: 'Holds',
  sales: 'Sales',
  api_orders: 'API orders',
  api_sales: 'API sales',
} as const;
