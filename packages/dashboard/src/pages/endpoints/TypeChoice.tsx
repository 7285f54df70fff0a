import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CHANGE_TYPES, type ChangeType, mayReceive } from '../../../../../src/core/change-type.ts';
import type { Key } from '../../api/types.ts';

const TYPES: Record<ChangeType, string> = {
  'event.changed': 'An event that you may show changes or is withdrawn.',
  'earnings.changed': 'An earning is added or changes its status.',
  'order.changed': 'An order is placed, paid, refunded, cancelled or expires.',
  'settlement.changed': 'A statement is written or changes its status. Live keys only.',
};

interface Props {
  value: readonly ChangeType[];
  onChange: (chosen: ChangeType[]) => void;
  keyKind: Key['kind'] | undefined;
  error?: ReactNode;
}

export function TypeChoice({ value, onChange, keyKind, error }: Props) {
  const types = CHANGE_TYPES.filter((type) => !keyKind || mayReceive(keyKind, type));
  return (
    <Checkbox.Group
      label="What it receives"
      value={[...value]}
      onChange={(values) => onChange(types.filter((type) => values.includes(type)))}
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
