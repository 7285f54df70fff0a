const COUNT = new Intl.NumberFormat('en');
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export const count = (value: number): string => COUNT.format(value);

/** `1 event`, `2 events` */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

export const share = (part: number, whole: number): string => (whole === 0 ? '–' : SHARE.format(part / whole));

/** `12.4 MB`, in units of 1,000. */
export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let [size, unit] = [value, 0];
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}
