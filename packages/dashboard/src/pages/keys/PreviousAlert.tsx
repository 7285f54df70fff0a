import { Alert, Group, Text } from '@mantine/core';
import { History } from 'lucide-react';
import { post } from '../../api/client.ts';
import type { Key } from '../../api/types/keys.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { When } from '../../parts/When.tsx';
import { useKeyChange } from './use-key-change.ts';

/** While the secret before the roll works too: until when, and whether anybody still uses it. */
export function PreviousAlert({ of: key }: { of: Key }) {
  const ending = useKeyChange(() => post<Key>(`/keys/${key.id}/end-previous`), {
    done: 'The old key stopped working.',
  });
  if (!key.previous_until) return null;
  return (
    <Alert color="yellow" icon={<History size={18} aria-hidden />} title="The old key still works" mb="lg">
      <Text size="sm">
        <code>{key.previous_hint}</code> works until <When at={key.previous_until} exact />.{' '}
        {key.previous_used_at ? (
          <>
            It was last used <When at={key.previous_used_at} />.
          </>
        ) : (
          'Not used since the roll: you can end it.'
        )}
      </Text>
      <ProblemText error={ending.error} />
      <Group mt="sm">
        <RightButton
          action="keys.change"
          size="xs"
          variant="default"
          loading={ending.isPending}
          onClick={() => ending.mutate(undefined)}
        >
          End it now
        </RightButton>
      </Group>
    </Alert>
  );
}
