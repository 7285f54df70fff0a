import { Button, Group, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call, fileAddress } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import type { Inquiry } from '../../api/types.ts';
import { INQUIRY_STATES } from '../../filters.ts';
import { SearchX } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { FilterSelect, SearchInput } from '../../parts/FilterInputs.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { dayOf } from '../../parts/times.ts';

const AskForm = lazy(() => import('./AskForm.tsx').then((it) => ({ default: it.AskForm })));

const TONES = { decided: 'quiet', open: 'act', answered: 'good' } as const;

/** `/dashboard/missing-sales`: questions about sales that were not credited, and their answers. */
export function InquiriesPage() {
  const mode = useMode();
  const filters = useFilters('/missing-sales');
  const [{ state, search }, set] = filters;
  const [asking, ask] = useDisclosure(false);
  const [again, setAgain] = useState<Inquiry | null>(null);
  const input = { query: { mode, state, search } };
  const list = useList('GET /inquiries', input);
  const promoted = useQuery(query('GET /promoted-events', { query: { mode } })).data?.data ?? [];
  const names = new Map(promoted.map(({ id, name }) => [id, name]));
  const button = (
    <RightButton action="inquiries.ask" onClick={ask.open}>
      Ask about a sale
    </RightButton>
  );
  return (
    <>
      <PageHead
        intro="Ask why a sale is missing from your earnings. Most questions are answered immediately; our team looks into the others."
        actions={
          <>
            {list.rows?.length !== 0 && <DownloadButton address={fileAddress('GET /inquiries/csv', input)} />}
            {button}
          </>
        }
      />
      <ListPage
        label="Questions"
        list={list}
        filters={
          <FilterBar label="Filter the questions">
            <FilterSelect filters={filters} name="state" label="State" all="All states" />
            <SearchInput filters={filters} name="search" label="Search" placeholder="Order, event or sub ID" />
          </FilterBar>
        }
        onClear={state || search ? () => set({ state: '', search: '' }) : undefined}
        none={
          <EmptyPanel
            icon={SearchX}
            title="No questions yet"
            text="If a sale is not among your earnings, ask about it: by order, by click, or with a CSV file of up to 500 sales."
            action={button}
          />
        }
        empty="No questions match these filters."
        keyOf={({ id }) => id}
        columns={[
          { title: 'Asked', cell: ({ asked_at: at }) => <DateText at={at} show="time" /> },
          { title: 'Sale', kind: 'text', cell: (inquiry) => saleOf(inquiry, names) },
          { title: 'State', cell: ({ state: of }) => <Badge tone={TONES[of]}>{INQUIRY_STATES[of]}</Badge> },
          {
            title: 'Answer',
            kind: 'prose',
            cell: (inquiry) => <Answer inquiry={inquiry} onRetry={() => setAgain(inquiry)} />,
          },
        ]}
      />
      <Dialog opened={asking} onClose={ask.close} title="Ask about missing sales">
        <AskForm mode={mode} onDone={ask.close} />
      </Dialog>
      <Dialog opened={again !== null} onClose={() => setAgain(null)} title="Ask our team">
        {again && <AskAgainForm inquiry={again} onDone={() => setAgain(null)} />}
      </Dialog>
    </>
  );
}

/** @param names of events by their ids. */
function saleOf(
  { order_id: order, event_id: event, sub_id: sub, bought_at: at }: Inquiry,
  names: ReadonlyMap<string, string>,
): string {
  const name = event && (names.get(event) ?? event);
  return order ?? [name, sub, at && dayOf(new Date(at))].filter(Boolean).join(' · ');
}

function Answer({ inquiry, onRetry }: { inquiry: Inquiry; onRetry: () => void }) {
  return (
    <>
      <Text span size="sm">
        {inquiry.explanation}
      </Text>
      {inquiry.state === 'decided' && (
        <Group mt={4} component="span">
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            Ask our team
          </Button>
        </Group>
      )}
    </>
  );
}

/** Hands a question that the rules answered to an operator. */
function AskAgainForm({ inquiry, onDone }: { inquiry: Inquiry; onDone: () => void }) {
  const form = useForm(
    { note: '' },
    async ({ note }) => {
      const body = await checked('inquiryAgainBody', { note: note.trim() });
      return call('POST /inquiries/:id/again', { id: inquiry.id, body });
    },
    { done: 'Our team looks into it and emails you the answer.', onDone },
  );
  return (
    <Form form={form} button="Ask our team">
      <Text>Our answer was: {inquiry.explanation}</Text>
      <Textarea
        label="Why do you think it should count?"
        description="Don’t include personal data of buyers."
        autosize
        minRows={3}
        data-autofocus
        {...form.field('note')}
      />
    </Form>
  );
}
