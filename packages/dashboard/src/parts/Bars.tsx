import classes from './Bars.module.css';

type Tone = 'good' | 'bad' | 'act' | 'warn';

export interface Bar {
  key: string;
  label: string;
  /** From the ground up. */
  parts: { name: string; tone: Tone; value: number }[];
}

const HEIGHT = 180;
const WIDTH = 600;

export interface BarsProps {
  label: string;
  bars: Bar[];
  /** How values are written; absent: as counts. */
  format?: (value: number) => string;
}

/** Stacked bars. The numbers must stand in a table beside it: `label` says so. */
export function Bars({ label, bars, format = String }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const step = WIDTH / Math.max(1, bars.length);
  const names = bars[0]?.parts ?? [];
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className={classes.bars}
      >
        {bars.map((bar, i) => {
          let ground = HEIGHT;
          return (
            <g key={bar.key}>
              <title>{`${bar.label}: ${bar.parts.map(({ name, value }) => `${format(value)} ${name}`).join(', ')}`}</title>
              <rect className={classes.ground} x={i * step} y={0} width={step} height={HEIGHT} />
              {bar.parts.map(({ name, tone, value }) => {
                const height = (value / most) * (HEIGHT - 8);
                ground -= height;
                return (
                  <rect
                    key={name}
                    data-tone={tone}
                    x={i * step + step * 0.14}
                    y={ground}
                    width={step * 0.72}
                    height={height}
                    rx={1.5}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <div className={classes.ends} aria-hidden>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <figcaption className={classes.names}>
        {names.map(({ name, tone }) => (
          <span key={name}>
            <i data-tone={tone} /> {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
