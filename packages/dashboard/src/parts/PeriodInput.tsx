import { NativeSelect } from '@mantine/core';
import { periodsOf, type Span } from './periods.ts';

interface Props {
  from: string | undefined;
  to: string | undefined;
  /** Empty days: the default of the service, which is the first period. */
  onChange: (span: Span) => void;
}

const OTHER = 'Other days';

/** A named period. The inputs for other days are in `FilterInputs.tsx`. */
export function PeriodInput({ from, to, onChange }: Props) {
  const periods = periodsOf(new Date());
  const [standard] = periods;
  const chosen = from || to ? periods.find((period) => period.from === from && period.to === to) : standard;
  return (
    <NativeSelect
      label="Period"
      size="xs"
      data={[...periods.map(({ label }) => label), ...(chosen ? [] : [OTHER])]}
      value={chosen?.label ?? OTHER}
      onChange={({ currentTarget: { value } }) => {
        const period = periods.find(({ label }) => label === value);
        if (period === standard) onChange({ from: '', to: '' });
        else if (period) onChange({ from: period.from, to: period.to });
      }}
    />
  );
}
