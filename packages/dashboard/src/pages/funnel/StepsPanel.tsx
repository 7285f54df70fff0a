import type { FunnelLine } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Chart } from '../../parts/Chart.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { money } from '../../parts/money.ts';
import { count, share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import classes from './Funnel.module.css';

const STEPS = [
  { name: 'impressions', label: 'Impressions', what: 'Your pages showed events' },
  { name: 'clicks', label: 'Clicks', what: 'A buy link was clicked on your pages' },
  {
    name: 'checkouts',
    label: 'Checkouts',
    what: 'Our buy page was opened through your link, or your app placed an order',
  },
  { name: 'holds', label: 'Holds', what: 'Tickets were held for an order' },
  { name: 'sales', label: 'Sales', what: 'The order was paid' },
] as const;

interface Props {
  total: FunnelLine;
  /** Impressions and clicks are known: they carry no sub ID. */
  known: boolean;
}

/** The sums of all steps, with the drop from each to the next. */
export function StepsPanel({ total, known }: Props) {
  const steps = known ? STEPS : STEPS.slice(2);
  const rows = steps.map((step, i) => {
    const before = steps[i - 1];
    return { ...step, value: total[step.name], before: before ? total[before.name] : null };
  });
  return (
    <Panel title="From impression to sale" flush>
      <div className={classes.chart}>
        <Chart
          kind="rows"
          label="How many go how far; the same figures are in the table below"
          bars={rows.map(({ name, label, value, before }) => ({
            key: name,
            label,
            parts: [{ name: label, tone: 'act', value }],
            note: before ? share(value, before) : '',
          }))}
        />
      </div>
      <DataTable
        label="Steps"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Step', cell: ({ label }) => label },
          { title: 'What counts', kind: 'prose', cell: ({ what }) => what },
          { title: 'Count', kind: 'number', cell: ({ value }) => count(value) },
          {
            title: 'Went on',
            kind: 'number',
            cell: ({ value, before }) => (before ? share(value, before) : '–'),
          },
          {
            title: 'Lost',
            kind: 'number',
            cell: ({ value, before }) => (before === null || before < value ? '–' : count(before - value)),
          },
        ]}
      />
      {total.earned !== null && (
        <p style={{ padding: '0 1.25rem', margin: '0.75rem 0 1rem' }}>
          Earned:{' '}
          <strong>
            {total.earned.length === 0
              ? 'nothing'
              : total.earned.map(({ currency, amount }) => money(amount, currency)).join(', ')}
          </strong>
          . <AnchorLink to="/earnings">View earnings</AnchorLink>
        </p>
      )}
    </Panel>
  );
}
