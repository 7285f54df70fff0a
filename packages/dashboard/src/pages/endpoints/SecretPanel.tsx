import { Alert, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { post } from '../../api/client.ts';
import type { Endpoint } from '../../api/types/endpoints.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { CopyLine } from '../../parts/CopyLine.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { When } from '../../parts/When.tsx';
import { useEndpointChange } from './use-endpoint-change.ts';

interface Secret {
  secret: string;
  previous_secret_until: string | null;
}

/** What deliveries are signed with: shown on request, and rotated with a day of overlap. */
export function SecretPanel({ of: endpoint }: { of: Endpoint }) {
  const path = `/endpoints/${endpoint.id}`;
  const revealing = useEndpointChange(() => post<Secret>(`${path}/reveal`), { quiet: true });
  const [asks, ask] = useDisclosure(false);
  const rotating = useEndpointChange((again: boolean) => post<Secret>(`${path}/rotate`, { again }), {
    quiet: true,
    onDone() {
      revealing.reset();
      ask.close();
    },
  });
  const shown = rotating.data ?? revealing.data;
  const until = shown?.previous_secret_until ?? endpoint.previous_secret_until;
  return (
    <Panel
      title="Signing secret"
      lead="Check the Service-Signature header with it, so that nobody else can send you deliveries."
      actions={
        <Group gap="xs">
          <RightButton
            action="webhooks.secret"
            variant="default"
            loading={revealing.isPending}
            onClick={() => revealing.mutate(undefined)}
          >
            Reveal
          </RightButton>
          <RightButton
            action="webhooks.secret"
            variant="default"
            loading={rotating.isPending}
            onClick={() => (until ? ask.open() : rotating.mutate(false))}
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
            You rotated this secret. The old one still works until <When at={until} exact />: until then we sign with
            both. Put the new one into your receiver.
          </Alert>
        )}
        <ProblemText error={rotating.error ?? revealing.error} />
      </Stack>
      <ConfirmDialog
        title="Rotate the secret again?"
        verb="Rotate again"
        opened={asks}
        onClose={ask.close}
        onConfirm={() => rotating.mutate(true)}
        pending={rotating.isPending}
        error={rotating.error}
      >
        <Text>
          We stop signing with the older of the two secrets now. A receiver that has only that one will refuse our
          deliveries until it has the new one.
        </Text>
      </ConfirmDialog>
    </Panel>
  );
}

function CopyMask() {
  return (
    <Text size="sm" c="dimmed">
      Hidden. Revealing it asks for your second step.
    </Text>
  );
}
