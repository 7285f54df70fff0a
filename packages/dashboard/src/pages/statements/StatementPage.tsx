import { Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fileAddress } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import type { StatementDetail } from '../../api/types.ts';
import { useOwnMode } from '../../page.ts';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { money, unbroken } from '../../parts/money.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { utcDay, utcDays, utcMonth } from '../../parts/times.ts';
import { HistoryPanels } from './HistoryPanels.tsx';
import { LinesPanel } from './LinesPanel.tsx';
import { StatusBadge } from './StatusBadge.tsx';

/** `/dashboard/statements/{id}`: one statement with its lines, and what became of it. */
export function StatementPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: statement, error, refetch } = useQuery(query('GET /settlements/:id', { id }));
  useOwnMode('live');
  if (!statement) return unreadPage({ title: 'Statement', error, onRetry: refetch });
  const { month, currency, status, version } = statement;
  return (
    <>
      <PageHead
        title={`${utcMonth(month)}, ${currency}${version > 1 ? `, version ${version}` : ''}`}
        badge={<StatusBadge status={status} />}
        intro={unbroken(statement.explanation)}
        actions={
          <Group gap="xs">
            <DownloadButton address={fileAddress('GET /settlements/:id/pdf', { id })} label="PDF" />
            <DownloadButton address={fileAddress('GET /settlements/:id/xlsx', { id })} label="XLSX" />
            <DownloadButton address={fileAddress('GET /settlements/:id/csv', { id })} label="CSV" />
            <DownloadButton
              address={fileAddress('GET /settlements/archive', { query: { period: month } })}
              label={`All of ${utcMonth(month)}`}
            />
          </Group>
        }
      />
      <Panel>
        <DescriptionList items={toFacts(statement)} />
        <CarriedIn statement={statement} />
      </Panel>
      {/* The lines come later, and push nothing down. */}
      <HistoryPanels statement={statement} />
      <LinesPanel id={id} />
    </>
  );
}

function toFacts(statement: StatementDetail): [string, ReactNode][] {
  const { amount, currency, number, id, due_on: due, recipient, status } = statement;
  const last = new Date(Date.parse(statement.period_end) - 1).toISOString();
  return [
    ['Amount', money(amount, currency)],
    ...toVatFacts(statement),
    ['Number', number === null ? id : `ST-${String(number).padStart(5, '0')}`],
    ['Period', utcDays(statement.period_start, last)],
    ['Issued', utcDay(statement.issued_at)],
    ...(status === 'carried' || status === 'void' ? [] : ([['Due', utcDay(due)]] as [string, string][])),
    ['Payment reference', statement.payment_reference ?? 'none yet'],
    ['Your reference', statement.reference ?? 'none'],
    ['Issued to', [recipient.name, ...recipient.address, recipient.tax_id ?? ''].filter(Boolean).join(', ')],
    ['ID', <code key="id">{id}</code>],
  ];
}

function toVatFacts({ vat, currency }: StatementDetail): [string, string][] {
  if (!vat) return [];
  const { treatment, rate, amount, total, self_billing, note } = vat;
  const facts: [string, string][] = [];
  if (treatment === 'rate') facts.push([`VAT ${rate}%`, money(amount, currency)]);
  if (treatment === 'reverse_charge') facts.push(['VAT', 'reverse charge']);
  if (treatment !== 'none') facts.push(['Total to pay', money(total, currency)]);
  if (self_billing) facts.push(['Self-billing', 'We issue this statement as the invoice in your name.']);
  if (note) facts.push(['Note', note]);
  return facts;
}

function CarriedIn({ statement: { carried_in: carried, currency } }: { statement: StatementDetail }) {
  if (carried.length === 0) return null;
  return (
    <>
      <Text mt="md">This statement includes earlier months that were below your minimum payment:</Text>
      <List>
        {carried.map(({ month, amount }) => (
          <List.Item key={month}>
            {money(amount, currency)} carried over from {utcMonth(month)}.
          </List.Item>
        ))}
      </List>
    </>
  );
}
