import { absolute, relative, utc } from './times.ts';

interface Props {
  /** ISO 8601. */
  at: string | null;
  /** What to say for an instant that never was. */
  never?: string;
  /** The whole date and time rather than how long ago. */
  exact?: boolean;
}

/** An instant in the reader's zone; in UTC when pointed at. */
export function RelativeTime({ at, never = 'never', exact }: Props) {
  if (at === null) return <span>{never}</span>;
  const date = new Date(at);
  const title = exact ? utc(date) : `${absolute(date)}\n${utc(date)}`;
  return (
    <time dateTime={at} title={title}>
      {exact ? absolute(date) : relative(date, new Date())}
    </time>
  );
}
