/** A guide of the documentation at `/docs`: a file of `docs/` that partners read there. */
export interface Guide {
  /** The last part of its address, `/docs/<slug>`. */
  slug: string;
  /** In the folder `docs`. */
  file: string;
  /** In the navigation. */
  label: string;
  /** Other words that readers search it by. */
  keywords: string;
}

export interface GuideGroup {
  label: string;
  guides: readonly Guide[];
}

const guide = (slug: string, label: string, { file = `${slug}.md`, keywords = '' } = {}): Guide => ({
  slug,
  file,
  label,
  keywords,
});

/** The part after this line in a guide is for other readers: `/docs` leaves it out. */
export const PARTNERS_END = '<!-- Partners read up to here: the rest is left out of /docs. -->';

/** The guides by reader, in the order of the navigation. What operators read is not among them. */
export const GUIDES: readonly GuideGroup[] = [
  {
    label: 'Start here',
    guides: [
      guide('quickstart', 'Quickstart'),
      guide('conventions', 'API conventions', { file: 'api-conventions.md', keywords: 'pagination paging' }),
    ],
  },
  {
    label: 'For developers',
    guides: [
      guide('client', 'The TypeScript client', { keywords: 'sdk library npm install javascript node' }),
      guide('finding', 'Find events', { keywords: 'search favourites favorites cart ids tickets offers card-linked' }),
      guide('catalogue-copy', 'Keep a copy of events'),
      guide('selling', 'Sell tickets'),
      guide('webhooks', 'Webhooks and postbacks'),
      guide('oauth', 'OAuth access tokens'),
      guide('bulk', 'Bulk files'),
      guide('assistant', 'Assistants'),
      guide('examples', 'Example programs'),
    ],
  },
  {
    label: 'For marketing',
    guides: [
      guide('widget', 'The widget and signals', { keywords: 'track beacon impressions clicks' }),
      guide('feeds', 'Feeds and CSV files', {
        keywords: 'excel libreoffice spreadsheet leading zeros byte order mark',
      }),
    ],
  },
  {
    label: 'For finance',
    guides: [
      guide('earnings', 'Earnings', { keywords: 'report reports statistics' }),
      guide('statements', 'Statements', { keywords: 'invoice invoices payout' }),
    ],
  },
  {
    label: 'For owners',
    guides: [guide('dashboard', 'The dashboard')],
  },
  {
    label: 'Look up',
    guides: [guide('glossary', 'Glossary'), guide('changelog', 'Changelog')],
  },
];

export const ALL_GUIDES: readonly Guide[] = GUIDES.flatMap(({ guides }) => guides);
