import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { LOG, query } from '../../api/queries.ts';
import type { EndpointDetail } from '../../api/types.ts';
import { DateText } from '../../parts/DateText.tsx';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

const HOUR = 3_600_000;
const SPANS = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last 24 hours' },
  { value: '168', label: 'the last 7 days' },
  { value: '720', label: 'the last 30 days' },
];

/** Replays failed and held deliveries, after a count. */
export function ReplayPanel({ of: endpoint }: { of: EndpointDetail }) {
  const client = useQueryClient();
  const [hours, setHours] = useState('24');
  const [since, setSince] = useState<string | null>(null);
  const { id, replay, counts } = endpoint;
  const counting = useQuery({
    ...query('GET /endpoints/:id/replay', { id, query: { since: since ?? '', states: 'failed,held' } }),
    enabled: since !== null,
    gcTime: 0,
  });
  const replaying = useChange(
    (from: string) => call('POST /endpoints/:id/replay', { id, body: { since: from, states: ['failed', 'held'] } }),
    {
      onDone: () => {
        setSince(null);
        // On every page of the log.
        void client.resetQueries({ queryKey: [LOG, id] });
      },
    },
  );
  if (counts.failed + counts.held === 0 && !replay) return null;
  const many = counting.data?.count;
  return (
    <Panel title="Replay" intro="Send failed deliveries again, and those held while the endpoint was disabled.">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Deliveries from"
          data={SPANS}
          value={hours}
          onChange={(event) => {
            setHours(event.currentTarget.value);
            setSince(null);
          }}
        />
        {many === undefined ? (
          <RightButton
            action="deliveries.send"
            variant="default"
            loading={counting.isFetching}
            onClick={() => setSince(new Date(Date.now() - Number(hours) * HOUR).toISOString())}
          >
            Count
          </RightButton>
        ) : (
          <RightButton
            action="deliveries.send"
            not={many === 0 && 'No deliveries failed or were held in this period.'}
            loading={replaying.isPending}
            onClick={() => since && replaying.mutate(since)}
          >
            {many === 0 ? 'Nothing to replay' : `Replay ${counted(many, 'delivery', 'deliveries')}`}
          </RightButton>
        )}
      </Group>
      <ProblemText error={counting.error ?? replaying.error} />
      {replay && (
        <Text size="sm" mt="sm" role="status">
          {replay.finished_at ? 'Replayed' : 'Replaying'} {counted(replay.restarted, 'delivery', 'deliveries')} from{' '}
          <DateText at={replay.since} show="time" /> onwards.
        </Text>
      )}
    </Panel>
  );
}
