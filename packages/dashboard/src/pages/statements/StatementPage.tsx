import { Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { fileAddress } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import type { StatementDetail } from '../../api/types.ts';
import { useOwnMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DescriptionList, type Fact } from '../../parts/DescriptionList.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { useList } from '../../parts/list.ts';
import { Money } from '../../parts/Money.tsx';
import { money, unbroken } from '../../parts/money.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { utcDay, utcDays, utcMonth } from '../../parts/times.ts';
import { EARNING_COLUMNS } from '../earnings/EarningsTable.tsx';
import { PAYMENT_COLUMNS } from '../payments/PaymentsPage.tsx';
import { STATEMENT_COLUMNS, StatusBadge } from './StatementsPage.tsx';

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

function toFacts(statement: StatementDetail): Fact[] {
  const { amount, currency, number, id, due_on: due, recipient, status } = statement;
  const last = new Date(Date.parse(statement.period_end) - 1).toISOString();
  return [
    ['Amount', money(amount, currency)],
    ...toVatFacts(statement),
    ['Number', number === null ? id : `ST-${String(number).padStart(5, '0')}`],
    ['Period', utcDays(statement.period_start, last)],
    ['Issued', utcDay(statement.issued_at)],
    status !== 'carried' && status !== 'void' && ['Due', utcDay(due)],
    ['Payment reference', statement.payment_reference ?? 'none yet'],
    ['Your reference', statement.reference ?? 'none'],
    ['Issued to', [recipient.name, ...recipient.address, recipient.tax_id ?? ''].filter(Boolean).join(', ')],
    ['ID', <code key="id">{id}</code>],
  ];
}

function toVatFacts({ vat, currency }: StatementDetail): Fact[] {
  if (!vat) return [];
  const { treatment, rate, amount, total, self_billing, note } = vat;
  return [
    treatment === 'rate' && [`VAT ${rate}%`, money(amount, currency)],
    treatment === 'reverse_charge' && ['VAT', 'reverse charge'],
    treatment !== 'none' && ['Total to pay', money(total, currency)],
    self_billing && ['Self-billing', 'We issue this statement as the invoice in your name.'],
    Boolean(note) && ['Note', note],
  ];
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

/** The lines of a statement by day, with the amounts at its issue. */
function LinesPanel({ id }: { id: string }) {
  const list = useList('GET /settlements/:id/lines', { id });
  return (
    <ListPage
      title="Lines"
      intro="The amounts as they were when the statement was issued, and where the money is now."
      label="Lines"
      list={list}
      empty="There are no lines."
      keyOf={({ id: earning }) => earning}
      columns={EARNING_COLUMNS}
    />
  );
}

const KINDS: Record<StatementDetail['changes'][number]['kind'], string> = {
  rerun: 'Reissued',
  void: 'Voided',
  adjust: 'Adjustment',
};

const OWN_PAYMENT_COLUMNS = PAYMENT_COLUMNS.filter(({ title }) => title !== 'Statement');

/** What became of a statement: its payments, its versions and our corrections. Nothing where nothing did. */
function HistoryPanels({ statement }: { statement: StatementDetail }) {
  const { payments, versions, changes, currency } = statement;
  return (
    <>
      {payments.length > 0 && (
        <TablePanel title="Payments" rows={payments} keyOf={({ id }) => id} columns={OWN_PAYMENT_COLUMNS} whole />
      )}
      {versions.length > 1 && (
        <TablePanel
          title="Versions"
          intro="We issued this month’s statement more than once. Earlier versions are void."
          rows={versions}
          keyOf={({ id }) => id}
          columns={STATEMENT_COLUMNS}
          whole
        />
      )}
      {changes.length > 0 && (
        <TablePanel
          title="Corrections"
          intro="What we changed about this month, and why."
          rows={changes}
          keyOf={({ at, kind }) => `${at} ${kind}`}
          columns={[
            { title: 'Day', cell: ({ at }) => utcDay(at) },
            { title: 'What', cell: ({ kind }) => KINDS[kind] },
            { title: 'Why', kind: 'prose', cell: ({ reason }) => reason },
            {
              title: 'Amount',
              kind: 'number',
              cell: ({ amount }) => (amount === null ? '–' : <Money amount={amount} currency={currency} />),
            },
            {
              title: 'On statement',
              cell: ({ kind, settlement_id: id }) => {
                if (kind !== 'adjust') return '–';
                if (id === null) return 'the next one';
                if (id === statement.id) return 'this one';
                return (
                  <AnchorLink to="/statements/$id" params={{ id }} size="sm">
                    {id}
                  </AnchorLink>
                );
              },
            },
          ]}
        />
      )}
    </>
  );
}
