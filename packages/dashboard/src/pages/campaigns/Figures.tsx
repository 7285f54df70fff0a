import type { CampaignLine, Campaigns } from '../../api/types.ts';
import { money } from '../../parts/money.ts';
import { count, share } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { utcDays } from '../../parts/times.ts';
import classes from './Figures.module.css';

type Amounts = NonNullable<CampaignLine['earned']>;

interface Figure {
  label: string;
  /** One line for each currency. */
  lines: { key: string; text: string; value: number; before: number | undefined }[];
}

const counts = (label: string, value: number, before: number | undefined): Figure => ({
  label,
  lines: [{ key: label, text: count(value), value, before }],
});

/** Amounts with the same currency before; null: the role sees no money. */
function amounts(label: string, now: Amounts | null, before: Amounts | null | undefined): Figure[] {
  if (now === null) return [];
  const lines = now.map(({ currency, amount }) => ({
    key: currency,
    text: money(amount, currency),
    value: amount,
    before: before?.find((figure) => figure.currency === currency)?.amount,
  }));
  return [{ label, lines: lines.length > 0 ? lines : [{ key: label, text: '–', value: 0, before: undefined }] }];
}

/** The totals of the period, each compared with as many days before. */
export function Figures({ campaigns: { total, previous } }: { campaigns: Campaigns }) {
  const before = previous?.total;
  const figures: Figure[] = [
    counts('Clicks', total.clicks, before?.clicks),
    counts('Sales', total.sales, before?.sales),
    {
      label: 'Conversion',
      lines: [
        {
          key: 'conversion',
          text: total.conversion === null ? '–' : share(total.conversion, 1),
          value: total.conversion ?? 0,
          before: before?.conversion ?? undefined,
        },
      ],
    },
    ...amounts('Earned', total.earned, before?.earned),
    ...amounts('Earnings per click', total.earnings_per_click, before?.earnings_per_click),
    ...amounts('Average order', total.average_order, before?.average_order),
  ];
  return (
    <Panel title="In this period" intro={previous && `Compared with ${utcDays(previous.from, previous.to)}.`}>
      <dl className={classes.figures}>
        {figures.map(({ label, lines }) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            {lines.map(({ key, text, value, before: was }) => (
              <dd key={key}>
                <span className={classes.value}>{text}</span> <Change value={value} before={was} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const CHANGE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });

/** `+12%`; nothing where there was nothing before. */
function Change({ value, before }: { value: number; before: number | undefined }) {
  if (!before) return null;
  const change = (value - before) / Math.abs(before);
  const tone = Math.abs(change) < 0.005 ? undefined : change > 0 ? 'good' : 'bad';
  return (
    <span className={classes.change} data-tone={tone}>
      {CHANGE.format(change)}
    </span>
  );
}
