import { Group } from '@mantine/core';
import { fileAddress } from '../../api/client.ts';
import type { Statement, Terms } from '../../api/types.ts';
import { FileText } from '../../icons/icons.tsx';
import { useFilters } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { MoneyFilters } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { moneyColumn } from '../../parts/Money.tsx';
import { unbroken } from '../../parts/money.ts';
import { count, counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { utcDay, utcMonth } from '../../parts/times.ts';

/** `/dashboard/statements`: past and future payments, month by month, and the terms. */
export function StatementsPage() {
  const filters = useFilters('/statements');
  const [{ year, currency, status }, set] = filters;
  const filter = { year, currency, status };
  const list = useList('GET /settlements', { query: filter });
  const { terms, choices } = list.first ?? {};
  const shownYear = year ?? choices?.years[0] ?? String(new Date().getUTCFullYear());
  return (
    <>
      <PageHead
        intro="One statement for each month and currency of your live sales. Months and days are in UTC."
        actions={
          (!choices || choices.years.includes(shownYear)) && (
            <DownloadButton
              address={fileAddress('GET /settlements/archive', { query: { period: shownYear } })}
              label={`All PDFs and XLSX of ${shownYear}`}
            />
          )
        }
      />
      <ListPage
        label="Statements"
        list={list}
        filters={<MoneyFilters label="Filter the statements" filters={filters} choices={choices} />}
        onClear={year || currency || status ? () => set({ year: '', currency: '', status: '' }) : undefined}
        none={
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
        }
        empty="No statements match these filters."
        keyOf={({ id }) => id}
        columns={STATEMENT_COLUMNS}
      />
      {terms && <TermsPanel terms={terms} />}
    </>
  );
}

export const STATEMENT_COLUMNS: Column<Statement>[] = [
  {
    title: 'Month',
    phone: 1,
    cell: ({ id, month, version }) => (
      <AnchorLink to="/statements/$id" params={{ id }} inherit fw={500}>
        {utcMonth(month)}
        {version > 1 && ` (version ${version})`}
      </AnchorLink>
    ),
  },
  { title: 'Status', phone: 3, cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'What happens next', kind: 'text', wide: 3, cell: ({ explanation }) => unbroken(explanation) },
  { title: 'Lines', kind: 'number', cell: ({ lines }) => count(lines) },
  moneyColumn('Amount', ({ amount, vat }) => vat?.total ?? amount, { phone: 2 }),
  { title: 'Due', phone: 4, cell: ({ due_on: day, status }) => (status === 'carried' ? '–' : utcDay(day)) },
  { title: 'Payment reference', kind: 'text', cell: ({ payment_reference: reference }) => reference ?? '–' },
];

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

const TONES: Record<Statement['status'], Tone> = {
  carried: 'quiet',
  issued: 'act',
  paying: 'act',
  paid: 'good',
  failed: 'bad',
  void: 'quiet',
};

export function StatusBadge({ status }: Pick<Statement, 'status'>) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}
