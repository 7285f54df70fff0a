import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fileAddress } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { Megaphone } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { PAGES } from '../../pages.ts';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { daysFault, YEAR_DAYS } from '../../parts/days.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { type CampaignFilter, CampaignFilters } from './CampaignFilters.tsx';
import { CampaignsTable } from './CampaignsTable.tsx';
import { DaysPanel } from './DaysPanel.tsx';
import { Figures } from './Figures.tsx';

const NAMES = (Object.keys(PAGES['/campaigns'].filters) as (keyof CampaignFilter)[]).filter((name) => name !== 'by');

/** `/dashboard/campaigns`: results of links, by `sub_id`. */
export function CampaignsPage() {
  const mode = useMode();
  const [{ by = 'sub_id', ...given }, set] = useFilters<'/campaigns'>();
  const filter: Record<string, string> = Object.fromEntries(
    NAMES.flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
  );
  const enabled = daysFault(filter, YEAR_DAYS) === null;
  const read = { placeholderData: keepPreviousData, enabled };
  const days = useQuery({
    ...query('GET /campaigns', { query: { mode, by: 'day', compare: 'true', ...filter } }),
    ...read,
  });
  const top = useQuery({ ...query('GET /campaigns', { query: { mode, by, ...filter } }), ...read });
  const filtered = Object.keys(filter).length > 0;
  const error = days.error ?? top.error;
  const retry = () => void Promise.all([days.refetch(), top.refetch()]);
  return (
    <>
      <PageHead
        intro="Results of your links that have a sub ID. A click opens our buy page through your link. Days are in UTC."
        actions={<DownloadButton address={fileAddress('GET /campaigns/csv', { query: { mode, by, ...filter } })} />}
      />
      {error && <LoadFailed error={error} onRetry={retry} />}
      {!error && days.data?.rows.length === 0 && !filtered ? (
        <EmptyPanel
          icon={Megaphone}
          title="No clicks with a sub ID in the last 30 days"
          text="Add a sub ID to your links, such as newsletter-2026-11, and see here what each campaign brings."
        />
      ) : (
        <>
          <CampaignFilters
            filter={filter}
            shown={days.data}
            eventName={days.data?.event_name ?? undefined}
            onChange={set}
          />
          {!error && enabled && !days.data && <Skeleton h={480} radius="lg" />}
          {!error && days.data && (
            <>
              <Figures campaigns={days.data} />
              <DaysPanel campaigns={days.data} />
              <CampaignsTable by={by} campaigns={top.data} onChange={set} />
            </>
          )}
        </>
      )}
    </>
  );
}
