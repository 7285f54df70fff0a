import { absolute, relative, utc, utcDay } from './times.ts';

interface Props {
  /** ISO 8601. */
  at: string | null;
  /** Shown for null. */
  never?: string;
  /** `ago`: how long ago. `time`: date and time of day, for logs. `day`: the day in UTC, for money. */
  show?: 'ago' | 'time' | 'day';
}

/** A date, in the one format of the dashboard. The whole instant, also in UTC, is its tooltip. */
export function DateText({ at, never = 'never', show = 'ago' }: Props) {
  if (at === null) return <span>{never}</span>;
  const date = new Date(at);
  const text = { ago: () => relative(date, new Date()), time: () => absolute(date), day: () => utcDay(at) };
  return (
    <time dateTime={at} title={`${absolute(date)}\n${utc(date)}`} style={{ whiteSpace: 'nowrap' }}>
      {text[show]()}
    </time>
  );
}
