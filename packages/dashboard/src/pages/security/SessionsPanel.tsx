import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseBrowser } from '../../../../../src/members/rules/parse-browser.ts';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import type { OpenSession } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { absolute } from '../../parts/times.ts';
import { toastProblem } from '../../parts/toast.ts';
import { useChange } from '../../parts/use-change.ts';

const LIST = query('GET /sessions');

/** Where the member is signed in. Another session is taken off the list at once, and put back if it could not be ended. */
export function SessionsPanel() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(LIST);
  const ending = useMutation({
    mutationFn: ({ id }: OpenSession) => call('POST /sessions/:id/end', { id }),
    onMutate: async ({ id }) => {
      await client.cancelQueries(LIST);
      const before = client.getQueryData(LIST.queryKey);
      if (before)
        client.setQueryData(LIST.queryKey, { ...before, data: before.data.filter((session) => session.id !== id) });
      return before;
    },
    onError: (error, _session, before) => {
      client.setQueryData(LIST.queryKey, before);
      toastProblem(error);
    },
    onSettled: () => client.invalidateQueries(LIST),
  });
  const endingOthers = useChange(() => call('POST /sessions/end-others'), {
    done: 'All other sessions have ended.',
    toastError: true,
  });
  return (
    <Panel
      title="Sessions"
      intro="Where you are signed in. Ended sessions stop working immediately."
      flush
      actions={
        data &&
        data.data.length > 1 && (
          <Button variant="default" loading={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
            End all other sessions
          </Button>
        )
      }
    >
      {error && <LoadFailed error={error} onRetry={refetch} />}
      <DataTable
        label="Sessions"
        rows={data?.data ?? (error ? [] : undefined)}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Browser',
            kind: 'text',
            cell: ({ agent }) => <span title={agent}>{parseBrowser(agent) ?? (agent || 'Unknown')}</span>,
          },
          { title: 'Signed in', cell: ({ created_at: at }) => <DateText at={at} /> },
          { title: 'Last used', cell: ({ seen_at: at }) => <DateText at={at} /> },
          { title: 'Expires', cell: ({ ends_at: at }) => <DateText at={at} /> },
          {
            title: 'Actions',
            hideTitle: true,
            kind: 'number',
            cell: (session) =>
              session.current ? (
                <Badge tone="act">this one</Badge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`End the session in ${parseBrowser(session.agent) ?? 'an unknown browser'} since ${absolute(new Date(session.created_at))}`}
                  onClick={() => ending.mutate(session)}
                >
                  End
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}
