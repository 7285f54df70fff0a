import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserOf } from '../../../../../src/members/rules/browser-of.ts';
import { get, post } from '../../api/client.ts';
import type { List } from '../../api/types/common.ts';
import type { OpenSession } from '../../api/types/session.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { toastDone, toastProblem } from '../../parts/toast.ts';
import { When } from '../../parts/When.tsx';

const KEY = ['sessions'];

/** Where the member is signed in. Another session is taken off the list at once, and put back if it could not be ended. */
export function SessionsPanel() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => get<List<OpenSession>>('/sessions', {}, signal),
  });
  const ending = useMutation({
    mutationFn: ({ id }: OpenSession) => post(`/sessions/${id}/end`),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey: KEY });
      const before = client.getQueryData<List<OpenSession>>(KEY);
      if (before) client.setQueryData(KEY, { ...before, data: before.data.filter((one) => one.id !== id) });
      return before;
    },
    onError: (error, _session, before) => {
      client.setQueryData(KEY, before);
      toastProblem(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const endingOthers = useMutation({
    mutationFn: () => post<{ ended: number }>('/sessions/end-others'),
    onSuccess: () => toastDone('All other sessions have ended.'),
    onError: toastProblem,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <Panel
      title="Sessions"
      lead="Where you are signed in. Ended sessions stop working immediately."
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
      <DataTable
        label="Sessions"
        rows={data?.data}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Browser',
            cell: ({ agent }) => <span title={agent}>{browserOf(agent) ?? (agent || 'Unknown')}</span>,
          },
          { title: 'Signed in', cell: ({ created_at: at }) => <When at={at} /> },
          { title: 'Last used', cell: ({ seen_at: at }) => <When at={at} /> },
          { title: 'Ends', cell: ({ ends_at: at }) => <When at={at} /> },
          {
            title: 'Actions',
            hideTitle: true,
            numeric: true,
            cell: (session) =>
              session.current ? (
                <Mark tone="act">this one</Mark>
              ) : (
                <Button size="xs" variant="default" onClick={() => ending.mutate(session)}>
                  End
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}
