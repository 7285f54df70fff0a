const HOUR = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const A_DAY = 86_400;

/** When a bucket begins, in the reader's zone; buckets of a day are named by their day. */
export function bucketLabel(start: string, stepSeconds: number): string {
  return (stepSeconds >= A_DAY ? DAY : HOUR).format(new Date(start));
}
