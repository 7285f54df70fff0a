import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { get, post } from '../../api/client.ts';
import type { EndpointDetail } from '../../api/types/endpoints.ts';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { When } from '../../parts/When.tsx';
import { useEndpointChange } from './use-endpoint-change.ts';

const HOUR = 3_600_000;
const SPANS = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last 24 hours' },
  { value: '168', label: 'the last 7 days' },
  { value: '720', label: 'the last 30 days' },
];

/** Sends again what failed or was held, after saying how many that are. */
export function ReplayPanel({ of: endpoint }: { of: EndpointDetail }) {
  const client = useQueryClient();
  const [hours, setHours] = useState('24');
  const [since, setSince] = useState<string | null>(null);
  const path = `/endpoints/${endpoint.id}/replay`;
  const counting = useQuery({
    queryKey: ['replay', endpoint.id, since],
    queryFn: ({ signal }) => get<{ count: number }>(path, { since, states: 'failed,held' }, signal),
    enabled: since !== null,
    gcTime: 0,
  });
  const replaying = useEndpointChange(() => post<{ count: number }>(path, { since, states: ['failed', 'held'] }), {
    quiet: true,
    onDone: () => {
      setSince(null);
      // Of any page of the log.
      void client.resetQueries({ queryKey: ['log', endpoint.id] });
    },
  });
  const { replay, counts } = endpoint;
  if (counts.failed + counts.held === 0 && !replay) return null;
  const many = counting.data?.count;
  return (
    <Panel title="Replay" lead="Send again what failed, or was held while the endpoint was disabled.">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Everything that failed in"
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
            not={many === 0 && 'Nothing failed or was held in this time.'}
            loading={replaying.isPending}
            onClick={() => replaying.mutate(undefined)}
          >
            {many === 0 ? 'Nothing to replay' : `Replay ${counted(many, 'delivery', 'deliveries')}`}
          </RightButton>
        )}
      </Group>
      <ProblemText error={counting.error ?? replaying.error} />
      {replay && (
        <Text size="sm" mt="sm" role="status">
          {replay.finished_at ? 'Replayed' : 'Replaying'} {counted(replay.restarted, 'delivery', 'deliveries')} from{' '}
          <When at={replay.since} exact /> on.
        </Text>
      )}
    </Panel>
  );
}
