import { Anchor, SegmentedControl, Text } from '@mantine/core';
import type { CampaignLine, Campaigns, FunnelBy } from '../../api/types.ts';
import { CAMPAIGNS_BY, toOptions } from '../../filters.ts';
import type { Filters } from '../../pages.ts';
import { Counted } from '../../parts/Counted.tsx';
import { countryName } from '../../parts/country-name.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { Amounts } from '../../parts/Money.tsx';
import { share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { utcDay } from '../../parts/times.ts';

interface Props {
  by: FunnelBy;
  /** While the next rows are on their way, the rows of before, which may be of another kind. */
  campaigns: Campaigns | undefined;
  /** Narrows to a row, or shows other rows. */
  onChange: (some: Filters<'/campaigns'>) => void;
}

/** The sub IDs, events and countries that sold most, or the newest days. */
export function CampaignsTable({ by, campaigns, onChange }: Props) {
  const shown = campaigns?.by ?? by;
  const sees = campaigns?.total.earned !== null;
  const amounts = (title: string, pick: (row: CampaignLine) => CampaignLine['earned'], phone?: 4) =>
    sees && { title, kind: 'number' as const, phone, cell: (row: CampaignLine) => <Amounts amounts={pick(row)} /> };
  return (
    <Panel
      title={shown === 'day' ? 'By day' : 'Sold most'}
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Rows"
          data={toOptions(CAMPAIGNS_BY)}
          value={by}
          onChange={(value) => onChange({ by: value as FunnelBy })}
        />
      }
    >
      <DataTable
        label={`Campaigns by ${CAMPAIGNS_BY[shown]}`}
        empty="Nothing matches these filters."
        rows={campaigns?.rows}
        keyOf={({ key }) => key ?? ''}
        columns={[
          {
            title: CAMPAIGNS_BY[shown],
            kind: 'text',
            phone: 1,
            cell: (row) => <RowName row={row} by={shown} onChange={onChange} />,
          },
          {
            title: 'Clicks',
            kind: 'number',
            phone: 3,
            cell: ({ clicks }) => <Counted value={clicks} unit="click" />,
          },
          {
            title: 'Sales',
            kind: 'number',
            phone: 2,
            cell: ({ sales }) => <Counted value={sales} unit="sale" />,
          },
          {
            title: 'Conversion',
            kind: 'number',
            cell: ({ conversion }) => (conversion === null ? '–' : share(conversion, 1)),
          },
          amounts('Earned', ({ earned }) => earned, 4),
          amounts('Per click', ({ earnings_per_click: each }) => each),
          amounts('Average order', ({ average_order: average }) => average),
        ]}
      />
      {campaigns?.more && (
        <Text px="lg" py="md" size="sm">
          These are the first 500 rows. Filter them, or download all as CSV.
        </Text>
      )}
    </Panel>
  );
}

function RowName({ row: { key, name }, by, onChange }: Pick<Props, 'by' | 'onChange'> & { row: CampaignLine }) {
  if (key === null) return by === 'country' ? 'No country' : 'No event (corrections)';
  const narrowed = {
    day: { from: key, to: key, by: 'sub_id' },
    event: { event_id: key, by: 'sub_id' },
    country: { country: key, by: 'sub_id' },
    sub_id: { sub_id: key, by: 'event' },
  } as const;
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onChange(narrowed[by])}>
      {by === 'day' ? utcDay(key) : by === 'country' ? countryName(key) : (name ?? key)}
    </Anchor>
  );
}
