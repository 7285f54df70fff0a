import { Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fileAddress, read } from '../../api/client.ts';
import type { Statement, Terms } from '../../api/types.ts';
import { FileText } from '../../icons/icons.tsx';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { LogEnd } from '../../parts/LogEnd.tsx';
import { money, utcDay, utcMonth } from '../../parts/money.ts';
import { count, counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { StatusBadge } from './StatusBadge.tsx';

/** `/dashboard/statements`: what was paid and what will be, month by month, and the terms. */
export function StatementsPage() {
  const list = useInfiniteQuery({
    queryKey: ['GET /settlements'],
    queryFn: ({ pageParam, signal }) => read('GET /settlements', { query: { cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch } = list;
  const rows = data?.pages.flatMap((page) => page.data);
  const terms = data?.pages[0]?.terms;
  return (
    <>
      <PageHead intro="One statement for each month and currency of your live sales. Months and days are in UTC." />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!error && rows?.length === 0 && (
        <EmptyPanel
          icon={FileText}
          title="No statements yet"
          text={
            terms
              ? 'On the 1st of each month we list the earnings that became ready in the previous month. Your first statement shows up here then.'
              : 'Payment terms are not agreed yet. Once they are, your earnings go onto your first statement.'
          }
          action={
            <Group justify="center" gap="xs">
              <DownloadButton address={fileAddress('GET /settlements/sample/pdf')} label="Sample PDF" />
              <DownloadButton address={fileAddress('GET /settlements/sample/csv')} label="Sample CSV" />
            </Group>
          }
        />
      )}
      {!error && rows?.length !== 0 && (
        <Panel flush>
          <StatementsTable label="Statements" rows={rows} />
          <LogEnd list={list} />
        </Panel>
      )}
      {terms && <TermsPanel terms={terms} />}
    </>
  );
}

const OneLine = ({ children }: { children: string }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;

export function StatementsTable({ label, rows }: { label: string; rows: Statement[] | undefined }) {
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Month',
          cell: ({ id, month, version }) => (
            <AnchorLink to="/statements/$id" params={{ id }} fw={500}>
              {utcMonth(month)}
              {version > 1 && ` (version ${version})`}
            </AnchorLink>
          ),
        },
        { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { title: 'What comes next', cell: ({ explanation }) => explanation },
        { title: 'Lines', numeric: true, cell: ({ lines }) => count(lines) },
        {
          title: 'Amount',
          numeric: true,
          cell: ({ amount, vat, currency }) => <OneLine>{money(vat?.total ?? amount, currency)}</OneLine>,
        },
        {
          title: 'Due',
          cell: ({ due_on: day, status }) => <OneLine>{status === 'carried' ? '–' : utcDay(day)}</OneLine>,
        },
        { title: 'Payment reference', cell: ({ payment_reference: reference }) => reference ?? '–' },
      ]}
    />
  );
}

const METHODS: Record<NonNullable<Terms>['method'], string> = {
  bank_transfer: 'bank transfer',
  processor_transfer: 'Stripe transfer',
};

function TermsPanel({ terms: { method, netDays, minimum, reference } }: { terms: NonNullable<Terms> }) {
  return (
    <Panel title="Terms" intro="As agreed with us. New terms apply from the next statement.">
      <DescriptionList
        items={[
          ['Paid by', METHODS[method]],
          ['Payment term', `${counted(netDays, 'day')} from the end of the month`],
          ['Minimum payment', `${minimum} per currency; smaller amounts are carried over to the next month`],
          ['Your reference', reference ?? 'none'],
        ]}
      />
    </Panel>
  );
}
