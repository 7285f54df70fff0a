import { Alert, Group, Stack, Text } from '@mantine/core';
import { post } from '../../api/client.ts';
import type { Endpoint } from '../../api/types/endpoints.ts';
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
  const rotating = useEndpointChange(() => post<Secret>(`${path}/rotate`, {}), {
    quiet: true,
    onDone: () => revealing.reset(),
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
            disabled={until !== null}
            loading={rotating.isPending}
            onClick={() => rotating.mutate(undefined)}
          >
            Rotate
          </RightButton>
        </Group>
      }
    >
      <Stack gap="sm">
        {shown ? <CopyLine value={shown.secret} what="secret" /> : <CopyMask />}
        {until && (
          <Alert color="blue" role="status">
            Until <When at={until} exact /> we sign with both secrets. Put the new one into your receiver before that.
          </Alert>
        )}
        <ProblemText error={rotating.error ?? revealing.error} />
      </Stack>
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
