import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { BarsProps } from './Bars.tsx';
import { count } from './numbers.ts';

/**
 * What {@link Bars} draws, with values where the pointer is. It is loaded by `LazyChart` alone: the library is half as large as all the
 * rest of a page.
 */
export function Chart({ label, bars, format = count }: BarsProps) {
  const series = (bars[0]?.parts ?? []).map(({ name, tone }) => ({ name, color: `var(--bar-${tone})` }));
  const data = bars.map((bar) => ({
    label: bar.label,
    ...Object.fromEntries(bar.parts.map(({ name, value }) => [name, value])),
  }));
  return (
    // Its width is that of the page, and never the other way round: a drawing keeps its width until it hears of a narrower one.
    <figure style={{ margin: 0, minWidth: 0, contain: 'inline-size', overflow: 'clip' }} aria-label={label} data-chart>
      <div aria-hidden>
        <BarChart
          h={220}
          data={data}
          dataKey="label"
          series={series}
          type="stacked"
          // One series is what the figure's name says.
          withLegend={series.length > 1}
          legendProps={{ verticalAlign: 'bottom', height: 48 }}
          valueFormatter={format}
          tickLine="none"
          maxBarWidth={48}
          // The table has the figures for whoever uses the keyboard.
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
        />
      </div>
    </figure>
  );
}
