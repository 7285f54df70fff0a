import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Endpoint } from '../../api/types.ts';

export type ChangeType = Endpoint['events'][number];

const TYPES: Record<ChangeType, string> = {
  'event.changed': 'An event that you may show changes or is withdrawn.',
  'earnings.changed': 'An earning is added or changes its status.',
  'order.changed': 'An order is placed, paid, refunded, cancelled or expires.',
};

interface Props {
  chosen: readonly ChangeType[];
  onChoose: (chosen: ChangeType[]) => void;
  /** Website keys receive events alone. */
  eventsOnly: boolean;
  error?: ReactNode;
}

/** The types of changes that a webhook receives. */
export function TypeChoice({ chosen, onChoose, eventsOnly, error }: Props) {
  const types = (Object.keys(TYPES) as ChangeType[]).filter((type) => !eventsOnly || type === 'event.changed');
  return (
    <Checkbox.Group
      label="What it receives"
      value={[...chosen]}
      onChange={(values) => onChoose(types.filter((type) => values.includes(type)))}
      error={error}
    >
      <Stack gap="xs" mt={4}>
        {types.map((type) => (
          <Checkbox key={type} value={type} label={<code>{type}</code>} description={TYPES[type]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
