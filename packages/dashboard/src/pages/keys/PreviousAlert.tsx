import { Alert, Group, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { Key } from '../../api/types.ts';
import { History } from '../../icons/icons.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

/** While the secret before the roll works too: until when, and whether anybody still uses it. */
export function PreviousAlert({ of: key }: { of: Key }) {
  const ending = useChange(() => call('POST /keys/:id/end-previous', { id: key.id }), {
    done: 'The old key stopped working.',
  });
  if (!key.previous_until) return null;
  return (
    <Alert color="yellow" icon={<History size={18} aria-hidden />} title="The old key still works" mb="lg">
      <Text size="sm">
        <code>{key.previous_hint}</code> works until <DateText at={key.previous_until} show="time" />.{' '}
        {key.previous_used_at ? (
          <>
            It was last used <DateText at={key.previous_used_at} />.
          </>
        ) : (
          'Not used since you rolled it, so you can end it now.'
        )}
      </Text>
      <ProblemText error={ending.error} />
      <Group mt="sm">
        <RightButton
          action="keys.change"
          size="xs"
          variant="default"
          loading={ending.isPending}
          onClick={() => ending.mutate()}
        >
          End it now
        </RightButton>
      </Group>
    </Alert>
  );
}
