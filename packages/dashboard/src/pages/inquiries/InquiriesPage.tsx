import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/client.ts';
import type { Inquiry, Mode } from '../../api/types.ts';
import { useMode } from '../../page.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { LogEnd } from '../../parts/LogEnd.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { AskAgainForm } from './AskAgainForm.tsx';
import { AskForm } from './AskForm.tsx';
import { STATE_TEXT, verdictText } from './inquiry-text.ts';

const inquiriesQuery = (mode: Mode) =>
  infiniteQueryOptions({
    queryKey: ['GET /inquiries', mode],
    queryFn: ({ pageParam, signal }) => read('GET /inquiries', { query: { mode, cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** `/dashboard/missing-sales`: questions about sales that were not credited, and their answers. */
export function InquiriesPage() {
  const mode = useMode();
  const [asking, ask] = useDisclosure(false);
  const [again, setAgain] = useState<Inquiry | null>(null);
  const log = useInfiniteQuery(inquiriesQuery(mode));
  const rows = log.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <PageHead
        intro="Ask why a sale is missing from your earnings. Most questions are answered immediately; our team looks into the others."
        actions={
          <RightButton action="inquiries.ask" onClick={ask.open}>
            Ask about a sale
          </RightButton>
        }
      />
      {log.error ? (
        <LoadFailed error={log.error} onRetry={log.refetch} />
      ) : (
        <Panel flush>
          <DataTable
            label="Questions"
            empty="You haven’t asked about a sale yet."
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Asked', cell: ({ asked_at: at }) => <RelativeTime at={at} /> },
              { title: 'Sale', cell: (one) => <Sale inquiry={one} /> },
              { title: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{STATE_TEXT[state]}</Badge> },
              { title: 'Answer', cell: (one) => <Answer inquiry={one} onRetry={() => setAgain(one)} /> },
            ]}
          />
          <LogEnd list={log} />
        </Panel>
      )}
      <Dialog opened={asking} onClose={ask.close} title="Ask about missing sales">
        <AskForm mode={mode} onDone={ask.close} />
      </Dialog>
      <Dialog opened={again !== null} onClose={() => setAgain(null)} title="Ask our team">
        {again && <AskAgainForm inquiry={again} onDone={() => setAgain(null)} />}
      </Dialog>
    </>
  );
}

const TONES = { decided: 'quiet', open: 'act', answered: 'good' } as const;

function Sale({ inquiry: { order_id: order, event_id: event, sub_id: sub, bought_at: at } }: { inquiry: Inquiry }) {
  if (order) return <code>{order}</code>;
  return (
    <>
      <code>{event}</code>
      <Text size="xs" c="dimmed">
        {sub} · <RelativeTime at={at} />
      </Text>
    </>
  );
}

function Answer({ inquiry, onRetry }: { inquiry: Inquiry; onRetry: () => void }) {
  if (inquiry.answer !== null) return inquiry.answer;
  return (
    <>
      {verdictText(inquiry)}
      {inquiry.state === 'decided' && (
        <Group mt={4}>
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            Ask our team
          </Button>
        </Group>
      )}
    </>
  );
}
