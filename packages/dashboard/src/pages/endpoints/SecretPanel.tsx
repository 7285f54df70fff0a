import { Alert, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Endpoint } from '../../api/types.ts';
import { CopyLine } from '../../parts/CopyAction.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

/** What deliveries are signed with: shown on request, and rotated with a day of overlap. */
export function SecretPanel({ of: endpoint }: { of: Endpoint }) {
  const { id } = endpoint;
  const revealing = useMutation({ mutationFn: () => call('POST /endpoints/:id/reveal', { id }) });
  const [asks, ask] = useDisclosure(false);
  const rotating = useChange(() => call('POST /endpoints/:id/rotate', { id, body: { again: until !== null } }), {
    onDone() {
      revealing.reset();
      ask.close();
    },
  });
  const shown = rotating.data ?? revealing.data;
  const until: string | null = shown?.previous_secret_until ?? endpoint.previous_secret_until;
  return (
    <Panel
      title="Signing secret"
      intro="Use it to verify the Service-Signature header, so that nobody else can send you deliveries."
      actions={
        <Group gap="xs">
          <RightButton action="webhooks.secret" variant="default" change={revealing}>
            Reveal
          </RightButton>
          <RightButton
            action="webhooks.secret"
            variant="default"
            change={rotating}
            onClick={until ? ask.open : undefined}
          >
            {until ? 'Rotate again' : 'Rotate'}
          </RightButton>
        </Group>
      }
    >
      <Stack gap="sm">
        {shown ? <CopyLine value={shown.secret} what="secret" /> : <CopyMask />}
        {until && (
          <Alert color="blue" role="status">
            You rotated this secret. We sign with both secrets until <DateText at={until} show="time" />. Add the new
            one to your receiver before then.
          </Alert>
        )}
        <ProblemText error={rotating.error ?? revealing.error} />
      </Stack>
      <ConfirmDialog
        title="Rotate the secret again?"
        verb="Rotate again"
        opened={asks}
        onClose={ask.close}
        change={rotating}
      >
        <Text>
          We stop signing with the older of the two secrets now. A receiver that has only that one will reject our
          deliveries until you add the new one.
        </Text>
      </ConfirmDialog>
    </Panel>
  );
}

function CopyMask() {
  return (
    <Text size="sm" c="dimmed">
      Hidden. We ask for your second step before we reveal it.
    </Text>
  );
}
