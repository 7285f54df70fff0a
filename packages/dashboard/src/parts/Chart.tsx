import classes from './Chart.module.css';
import { count } from './numbers.ts';

type Tone = 'good' | 'bad' | 'act' | 'warn';

interface Bar {
  key: string;
  label: string;
  /** From the zero line outwards. */
  parts: { name: string; tone: Tone; value: number }[];
  /** Follows the value, as a share of another bar. For `rows` only. */
  note?: string;
}

export interface ChartProps {
  /** Says that the figures stand in a table too. */
  label: string;
  bars: Bar[];
  /** `time`: a column for each period, oldest first, without gaps. `rows`: a line for each thing, with its name and value. */
  kind: 'time' | 'rows';
  /** How values are written; absent: as counts, with whole numbers on the axis. */
  format?: (value: number) => string;
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Stacked bars with an axis, drawn at once and without a library. Negative values go below the zero line. */
export function Chart({ label, bars, kind, format }: ChartProps) {
  const names = bars[0]?.parts ?? [];
  return (
    <figure className={classes.chart} aria-label={label} data-chart={kind}>
      {kind === 'time' ? <Columns bars={bars} format={format} /> : <Rows bars={bars} format={format} />}
      {names.length > 1 && (
        <figcaption className={classes.names}>
          {names.map(({ name, tone }) => (
            <span key={name}>
              <i data-tone={tone} /> {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

type Drawn = Pick<ChartProps, 'bars' | 'format'>;

const up = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + Math.max(0, value), 0);
const down = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + Math.min(0, value), 0);

/** Values of the axis: up to six round numbers around all bars and zero, `least` apart or more. */
function ticksOf(lowest: number, highest: number, least: number): number[] {
  const span = Math.max(highest, 0) - Math.min(lowest, 0) || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const first = Math.floor(Math.min(lowest, 0) / step);
  const last = Math.max(Math.ceil(Math.max(highest, 0) / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Pixels for the labels below the columns, by the width of the chart, and for a character and a gap. */
const LABELS = { narrow: 270, wide: 600, full: 880, character: 6.5, gap: 14 };

function Columns({ bars, format }: Drawn) {
  const ticks = ticksOf(Math.min(0, ...bars.map(down)), Math.max(0, ...bars.map(up)), format ? 0 : 1);
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)];
  const height = (value: number) => `${(Math.abs(value) / (highest - lowest)) * 100}%`;
  const place = (value: number) => `${((value - lowest) / (highest - lowest)) * 100}%`;
  // Counted from the newest, which always has its label.
  const longest = Math.max(...bars.map(({ label }) => label.length));
  const isLabelled = (i: number, width: number) => {
    const most = Math.max(1, Math.floor(width / (longest * LABELS.character + LABELS.gap)));
    return (bars.length - 1 - i) % Math.ceil(bars.length / most) === 0;
  };
  return (
    <div
      className={classes.columns}
      // Half of the last label stands to the right of its column.
      style={{ paddingRight: (longest * LABELS.character) / 2 }}
      aria-hidden
    >
      <div className={classes.axis}>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: place(tick) }}>
            {SHORT.format(tick)}
          </span>
        ))}
        {/* The widest of them takes the room. */}
        <b>{ticks.map((tick) => SHORT.format(tick)).sort((first, other) => other.length - first.length)[0]}</b>
      </div>
      <div className={classes.plot}>
        {ticks.map((tick) => (
          <div
            key={tick}
            className={classes.line}
            data-zero={tick === 0 || undefined}
            style={{ bottom: place(tick) }}
          />
        ))}
        {bars.map((bar, i) => {
          const ends = { up: 0, down: 0 };
          return (
            <div key={bar.key} className={classes.column} data-late={i > bars.length / 2 || undefined}>
              {bar.parts.map(({ name, tone, value }) => {
                const side = value < 0 ? 'down' : 'up';
                const from = ends[side];
                ends[side] += value;
                const bottom = place(value < 0 ? ends.down : from);
                return value === 0 ? null : (
                  <div key={name} className={classes.part} data-tone={tone} style={{ bottom, height: height(value) }} />
                );
              })}
              <div className={classes.tip}>
                <strong>{bar.label}</strong>
                {bar.parts.map(({ name, value }) => (
                  <span key={name}>
                    {name}: {(format ?? count)(value)}
                  </span>
                ))}
              </div>
              <span
                className={classes.label}
                data-narrow={isLabelled(i, LABELS.narrow) || undefined}
                data-wide={isLabelled(i, LABELS.wide) || undefined}
                data-full={isLabelled(i, LABELS.full) || undefined}
              >
                {bar.label}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Rows({ bars, format = count }: Drawn) {
  const most = Math.max(1, ...bars.map(up));
  return (
    <div className={classes.rows} aria-hidden>
      {bars.map((bar) => (
        <div key={bar.key} className={classes.row}>
          <span className={classes.name} title={bar.label}>
            {bar.label}
          </span>
          <span className={classes.track}>
            {bar.parts.map(({ name, tone, value }) => (
              <span
                key={name}
                data-tone={tone}
                title={`${name}: ${format(value)}`}
                style={{ width: `${(Math.max(0, value) / most) * 100}%` }}
              />
            ))}
          </span>
          <span className={classes.value}>{format(up(bar))}</span>
          <span className={classes.note}>{bar.note}</span>
        </div>
      ))}
    </div>
  );
}
