import { Stack, Text } from '@mantine/core';
import { Send } from 'lucide-react';
import { post } from '../../api/client.ts';
import type { Endpoint, TestResult } from '../../api/types/endpoints.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { outcomeWords } from '../../parts/outcomes.ts';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { duration } from '../../parts/times.ts';
import { useEndpointChange } from './use-endpoint-change.ts';

/** Sends a test, and shows what was answered. */
export function TestPanel({ of: endpoint }: { of: Endpoint }) {
  const sending = useEndpointChange(() => post<TestResult>(`/endpoints/${endpoint.id}/test`), { quiet: true });
  return (
    <Panel
      title="Send a test"
      lead={
        endpoint.kind === 'webhook'
          ? 'A signed delivery with sample content, now and once.'
          : 'A call with the values of a sample sale, now and once.'
      }
      actions={
        <RightButton
          action="deliveries.send"
          leftSection={<Send size={15} aria-hidden />}
          loading={sending.isPending}
          onClick={() => sending.mutate(undefined)}
        >
          Send a test
        </RightButton>
      }
    >
      <ProblemText error={sending.error} />
      {sending.data && <Answer of={sending.data} />}
      {!sending.data && !sending.error && (
        <Text size="sm" c="dimmed">
          You see the answer here.
        </Text>
      )}
    </Panel>
  );
}

function Answer({ of: result }: { of: TestResult }) {
  const ok = result.outcome === 'ok';
  return (
    <Stack gap="md" role="status">
      <Facts
        facts={[
          [
            'Result',
            <Mark key="result" tone={ok ? 'good' : 'bad'}>
              {outcomeWords(result.outcome)}
            </Mark>,
          ],
          ['Status', result.status_code ?? 'none'],
          ['Time', duration(result.duration_ms)],
        ]}
      />
      {result.detail && <Text size="sm">{result.detail}</Text>}
      {result.answer && <CodeBlock label="What it answered" code={result.answer} />}
      {result.delivery_id && (
        <AnchorLink to="/deliveries/$id" params={{ id: result.delivery_id }} size="sm">
          Open the delivery
        </AnchorLink>
      )}
    </Stack>
  );
}
