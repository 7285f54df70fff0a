import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UnsoldReason } from '../../api/types.ts';
import { toOptions, UNSOLD_REASONS } from '../../filters.ts';
import { useFilters } from '../../page.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { FilterSelect } from '../../parts/FilterInputs.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { count, share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { utcDays } from '../../parts/times.ts';
import classes from './Funnel.module.css';
import { type UnsoldQuery, unsoldQuery } from './StepsPanel.tsx';

const WHAT_HAPPENED: Record<UnsoldReason, string> = {
  not_on_sale: 'Tickets were not on sale: not yet, no longer, or the event was cancelled or postponed.',
  sold_out: 'No tickets were left.',
  no_reward: 'The event paid no reward, its budget was spent, or your agreement does not cover it.',
  hold_expired: 'Tickets were held but not paid in time.',
  awaiting_payment: 'Tickets are held. The sale may still come.',
  refunded: 'The order was paid, then refunded in full.',
  later: 'The link with this sub ID was opened again later and led to a sale.',
  unknown: 'The visitor looked and left.',
};

/** Why opened links led to no sale with a reward. */
export function UnsoldPanel({ query }: { query: UnsoldQuery }) {
  const filters = useFilters('/funnel');
  const [{ reason: only }, set] = filters;
  const { span } = query;
  const { data, error, refetch, isFetching } = useQuery(unsoldQuery(query));
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  const newest = data?.newest.filter(({ reason }) => !only || reason === only);
  return (
    <Panel
      title="Links opened without a sale"
      flush
      intro={`${
        data && data.from <= data.to
          ? `${utcDays(data.from, data.to)}: ${count(data.opened)} opened, ${count(data.sold)} led to a sale with a reward. `
          : ''
      }We keep each opened link for 35 days.`}
      actions={
        (data?.earlier || span === 'all') && (
          <Button
            size="xs"
            variant="default"
            loading={isFetching}
            onClick={() => set({ unsold: span === '7d' ? 'all' : '' })}
          >
            {span === '7d' ? 'Show all days' : 'Show seven days'}
          </Button>
        )
      }
    >
      {data?.reasons.length === 0 ? (
        <Text px="lg" pb="lg" size="sm">
          No link was opened without a sale.
        </Text>
      ) : (
        <>
          <DataTable
            label="Reasons"
            rows={data?.reasons}
            keyOf={({ reason }) => reason}
            columns={[
              { title: 'Reason', phone: 1, cell: ({ reason }) => UNSOLD_REASONS[reason] },
              { title: 'What happened', kind: 'prose', phone: 3, cell: ({ reason }) => WHAT_HAPPENED[reason] },
              { title: 'Links opened', kind: 'number', phone: 2, cell: (row) => count(row.count) },
              {
                title: 'Share',
                kind: 'number',
                cell: (row) => share(row.count, (data?.opened ?? 0) - (data?.sold ?? 0)),
              },
            ]}
          />
          <div className={classes.chart}>
            <FilterSelect
              filters={filters}
              name="reason"
              label="Newest with reason"
              maw="16rem"
              options={toOptions(UNSOLD_REASONS, 'All reasons').filter(
                ({ value }) => !value || value === only || data?.reasons.some(({ reason }) => reason === value),
              )}
            />
          </div>
          <DataTable
            label="Newest links opened without a sale"
            rows={newest?.slice(0, 20)}
            keyOf={({ at, event_id: id, sub_id: subId }) => `${at} ${id} ${subId}`}
            columns={[
              { title: 'Opened', phone: 2, cell: ({ at }) => <DateText at={at} show="time" /> },
              { title: 'Event', kind: 'text', phone: 1, cell: ({ name }) => name },
              { title: 'Sub ID', kind: 'text', phone: 3, cell: ({ sub_id: subId }) => subId ?? '–' },
              { title: 'Reason', phone: 4, cell: ({ reason }) => UNSOLD_REASONS[reason] },
            ]}
          />
        </>
      )}
    </Panel>
  );
}
