import { Stack, Text } from '@mantine/core';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import type { Endpoint } from '../../api/types.ts';
import { Send } from '../../icons/icons.tsx';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Badge } from '../../parts/Badge.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { duration } from '../../parts/times.ts';
import { useChange } from '../../parts/use-change.ts';

export function TestPanel({ of: endpoint }: { of: Endpoint }) {
  const sending = useChange(() => call('POST /endpoints/:id/test', { id: endpoint.id }));
  return (
    <Panel
      title="Send a test"
      intro={
        endpoint.kind === 'webhook'
          ? 'We send one signed delivery with sample data now.'
          : 'We call your URL once with the values of a sample sale.'
      }
      actions={
        <RightButton action="deliveries.send" leftSection={<Send size={15} aria-hidden />} change={sending}>
          Send a test
        </RightButton>
      }
    >
      <ProblemText error={sending.error} />
      {sending.data && <Result of={sending.data} />}
      {!sending.data && !sending.error && (
        <Text size="sm" c="dimmed">
          The response appears here.
        </Text>
      )}
    </Panel>
  );
}

function Result({ of: result }: { of: Answer<'POST /endpoints/:id/test'> }) {
  const ok = result.outcome === 'ok';
  return (
    <Stack gap="md" role="status">
      <DescriptionList
        items={[
          [
            'Result',
            <Badge key="result" tone={ok ? 'good' : 'bad'}>
              {outcomeText(result.outcome)}
            </Badge>,
          ],
          ['Status', result.status_code ?? 'none'],
          ['Time', duration(result.duration_ms)],
        ]}
      />
      {result.detail && <Text size="sm">{result.detail}</Text>}
      {result.answer && <CodeBlock label="Response" code={result.answer} />}
      <AnchorLink to="/deliveries/$id" params={{ id: result.delivery_id }} size="sm">
        Open the delivery
      </AnchorLink>
    </Stack>
  );
}
