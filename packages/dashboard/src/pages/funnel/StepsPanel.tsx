import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Asked } from '../../api/operations.ts';
import { query } from '../../api/queries.ts';
import type { FunnelLine, UnsoldReason } from '../../api/types.ts';
import { UNSOLD_REASONS } from '../../filters.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { FoldedTable } from '../../parts/DataTable.tsx';
import { money } from '../../parts/money.ts';
import { count, share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import classes from './Steps.module.css';

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

/** The filter of the reasons. */
export type UnsoldQuery = Asked<'GET /funnel/unsold'>;

/** Why opened links led to no sale with a reward. */
export const unsoldQuery = (narrowed: UnsoldQuery) =>
  queryOptions({ ...query('GET /funnel/unsold', { query: { ...narrowed } }), placeholderData: keepPreviousData });

const LINK_STEPS = [
  { name: 'impressions', what: 'Your pages showed events' },
  { name: 'clicks', what: 'A buy link was clicked on your pages' },
  { name: 'checkouts', what: 'Our buy page was opened through your link' },
  { name: 'holds', what: 'Tickets were held for an order' },
  { name: 'sales', what: 'The order was paid' },
] as const;

const API_STEPS = [
  { name: 'api_orders', what: 'Your app held tickets for an order' },
  { name: 'api_sales', what: 'The order was paid' },
] as const;

type StepName = (typeof LINK_STEPS | typeof API_STEPS)[number]['name'];

interface Step {
  name: StepName;
  label: string;
  what: string;
  value: number;
  /** Share of the previous step; null for an entry. A step with more than the previous one has visitors from elsewhere. */
  went: string | null;
  lost: number | null;
}

function toSteps(names: readonly { name: StepName; what: string }[], total: FunnelLine): Step[] {
  return names.map(({ name, what }, i) => {
    const previous = names[i - 1];
    const value = total[name];
    const before = previous ? total[previous.name] : null;
    const isPart = before !== null && before >= value;
    return {
      ...{ name, what, value, label: STEP_LABELS[name] },
      went: isPart && before > 0 ? share(value, before) : null,
      lost: isPart ? before - value : null,
    };
  });
}

interface Props {
  total: FunnelLine;
  /** Impressions and clicks are known: they carry no sub ID. */
  known: boolean;
  unsold: UnsoldQuery;
}

/** From a look to a sale, drawn as a funnel, with the losses and their reasons. Orders by API are a separate entry. */
export function StepsPanel({ total, known, unsold }: Props) {
  const links = toSteps(known ? LINK_STEPS : LINK_STEPS.slice(2), total);
  const most = Math.max(1, ...links.map(({ value }) => value), total.api_orders, total.api_sales);
  const byApi = total.api_orders + total.api_sales > 0 ? toSteps(API_STEPS, total) : [];
  return (
    <Panel title="From impression to sale" flush>
      <Drawing label="Through your links" steps={links} most={most} unsold={unsold} />
      {byApi.length > 0 && <Drawing label="By API" steps={byApi} most={most} />}
      <FoldedTable
        label="Steps"
        rows={[...links, ...byApi]}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Step', phone: 1, cell: ({ label }) => label },
          { title: 'What counts', kind: 'prose', phone: 3, cell: ({ what }) => what },
          { title: 'Count', kind: 'number', phone: 2, cell: ({ value }) => count(value) },
          { title: 'Went on', kind: 'number', cell: ({ went }) => went ?? '–' },
          { title: 'Lost', kind: 'number', cell: ({ lost }) => (lost === null ? '–' : count(lost)) },
        ]}
      />
      {total.earned !== null && (
        <p className={classes.earned}>
          Earned:{' '}
          <strong>
            {total.earned.length === 0
              ? 'nothing'
              : total.earned.map(({ currency, amount }) => money(amount, currency)).join(', ')}
          </strong>
          .{' '}
          <AnchorLink to="/earnings" fz="inherit" underline="always">
            View earnings
          </AnchorLink>
        </p>
      )}
    </Panel>
  );
}

/** The reasons for which visitors leave between two steps. The others are known after the sale. */
const REASONS_BEFORE: Partial<Record<StepName, UnsoldReason[]>> = {
  holds: ['unknown', 'sold_out', 'not_on_sale', 'later'],
  sales: ['hold_expired', 'awaiting_payment'],
};

function Drawing({ label, steps, most, unsold }: { label: string; steps: Step[]; most: number; unsold?: UnsoldQuery }) {
  // The smallest step can still be seen.
  const width = (value: number) => (value === 0 ? 0 : Math.max(1.5, (value / most) * 100));
  return (
    <figure className={classes.funnel} aria-label={`${label}; the same figures are in the table below`}>
      <figcaption className={classes.caption}>{label}</figcaption>
      <ol className={classes.steps} aria-hidden>
        {steps.map((step, i) => {
          const previous = steps[i - 1];
          return (
            <li key={step.name}>
              {previous && <Loss step={step} from={width(previous.value)} to={width(step.value)} unsold={unsold} />}
              <div className={classes.step}>
                <span className={classes.name}>{step.label}</span>
                <span className={classes.track}>
                  <span className={classes.bar} style={{ width: `${width(step.value)}%` }} />
                </span>
                <span className={classes.value}>
                  {count(step.value)}
                  {step.went && <span className={classes.went}>{step.went}</span>}
                </span>
              </div>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

interface LossProps {
  step: Step;
  /** Widths of the bars above and below, in percent. */
  from: number;
  to: number;
  unsold: UnsoldQuery | undefined;
}

function Loss({ step: { name, lost }, from, to, unsold }: LossProps) {
  const corner = (width: number, side: -1 | 1) => `${50 + (side * width) / 2}%`;
  const clip = `polygon(${corner(from, -1)} 0, ${corner(from, 1)} 0, ${corner(to, 1)} 100%, ${corner(to, -1)} 100%)`;
  const reasons = REASONS_BEFORE[name];
  return (
    <div className={classes.loss}>
      <span className={classes.slope} style={{ clipPath: clip }} />
      <span className={classes.lost} style={unsold && reasons && { minHeight: reasonLines(reasons) }}>
        {lost === null ? 'more than before' : lost > 0 && `${count(lost)} lost`}
        {lost !== null && lost > 0 && unsold && reasons && <Reasons query={unsold} reasons={reasons} />}
      </span>
    </div>
  );
}

const MOST_REASONS = 3;
/** The height of a loss with its reasons, which come later: nothing below may move then. */
const reasonLines = (reasons: UnsoldReason[]) => `${(1 + Math.min(MOST_REASONS, reasons.length)) * 1.55 + 1}em`;

/** Reasons for a loss, from the opened links of these days. */
function Reasons({ query, reasons }: { query: UnsoldQuery; reasons: UnsoldReason[] }) {
  const { data } = useQuery(unsoldQuery(query));
  const found = data?.reasons.filter(({ reason }) => reasons.includes(reason)) ?? [];
  const all = found.reduce((sum, reason) => sum + reason.count, 0);
  return found.slice(0, MOST_REASONS).map((reason) => (
    <span key={reason.reason} className={classes.reason}>
      {share(reason.count, all)} {UNSOLD_REASONS[reason.reason].toLowerCase()}
    </span>
  ));
}
