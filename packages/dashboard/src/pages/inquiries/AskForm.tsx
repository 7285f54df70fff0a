import { FileInput, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { isProblem, Problem } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { Form } from '../../parts/Form.tsx';
import { byFoldedLabel } from '../../parts/folded-filter.ts';
import { counted } from '../../parts/numbers.ts';
import { utcDay } from '../../parts/times.ts';
import { useChange } from '../../parts/use-change.ts';
import { faultsInLines, salesOfCsv } from './sales-of-csv.ts';

const EMPTY = { order_id: '', event_id: '', sub_id: '', day: '', time: '', note: '' };
type Field = keyof typeof EMPTY;

const BY_ORDER = ['order_id'];
const BY_CLICK = ['event_id', 'sub_id', 'bought_at'];
const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The instant of a day and time in the reader's zone, in UTC; of a day alone, its noon, which is less than a day from all its hours. */
function instantOf(day: string, time: string): string {
  const instant = new Date(`${day}T${time || '12:00'}`);
  return Number.isNaN(instant.getTime()) ? day : instant.toISOString();
}
const WAYS = [
  { value: 'order', label: 'By order' },
  { value: 'click', label: 'By click' },
  { value: 'csv', label: 'Several, as CSV' },
];

interface Props {
  mode: Mode;
  /** Asks about the sale of this order. */
  order?: string;
  onDone: () => void;
}

/** Asks about one sale, or a file of them. */
export function AskForm({ mode, order = '', onDone }: Props) {
  const [way, setWay] = useState('order');
  const [sale, setSale] = useState({ ...EMPTY, order_id: order });
  const [csv, setCsv] = useState('');
  const set = (field: Field, value: string) => setSale({ ...sale, [field]: value });
  const fields = way === 'order' ? BY_ORDER : BY_CLICK;
  const send = async (sales: Record<string, string>[]) =>
    call('POST /inquiries', { query: { mode }, body: await checked('inquiriesBody', { sales }) });
  const asking = useChange(
    async () => {
      if (way === 'csv') {
        const { sales, lines } = salesOfCsv(csv);
        return send(sales).catch((error: unknown) => {
          throw faultsInLines(error, lines);
        });
      }
      const { day, time, note } = sale;
      const facts = {
        ...(way === 'order'
          ? { order_id: sale.order_id }
          : { event_id: sale.event_id, sub_id: sale.sub_id, bought_at: day && instantOf(day, time) }),
        note,
      };
      const given = Object.entries(facts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]));
      return send([Object.fromEntries(given)]).catch((error: unknown) => {
        throw faultsInFields(error, fields);
      });
    },
    {
      done: ({ data }) => {
        const open = data.filter(({ state }) => state === 'open').length;
        return open === 0
          ? 'See the answers below.'
          : `We will look into ${counted(open, 'sale')} and email you the answer.`;
      },
      onDone,
    },
  );
  return (
    <Form change={asking} button="Ask" fields={way === 'csv' ? [] : [...fields, 'note']}>
      {(at) => (
        <>
          {order === '' && (
            <SegmentedControl fullWidth data={WAYS} value={way} onChange={setWay} aria-label="How to find the sale" />
          )}
          {way === 'csv' ? (
            <>
              <Textarea
                label="CSV"
                description="The first line names the columns: order_id, or event_id, sub_id and bought_at. A note column is optional. Up to 500 sales."
                autosize
                minRows={6}
                maxRows={14}
                value={csv}
                onChange={({ currentTarget }) => setCsv(currentTarget.value)}
              />
              <FileInput
                label="Or choose a file"
                accept=".csv,text/csv"
                placeholder="sales.csv"
                onChange={(file) => void file?.text().then(setCsv)}
              />
            </>
          ) : (
            <>
              {way === 'order' ? (
                <TextInput
                  label="Order ID"
                  placeholder="ord_…"
                  value={sale.order_id}
                  onChange={({ currentTarget }) => set('order_id', currentTarget.value)}
                  error={at('order_id')}
                />
              ) : (
                <ClickFields mode={mode} sale={sale} set={set} at={at} />
              )}
              <Textarea
                label="Note"
                description="Optional. Don’t include personal data of buyers."
                data-autofocus={order !== '' || undefined}
                value={sale.note}
                onChange={({ currentTarget }) => set('note', currentTarget.value)}
                error={at('note')}
              />
            </>
          )}
          <Text size="sm" c="dimmed">
            We compare it with our orders and your earnings. A question that you have asked before is not asked twice.
          </Text>
        </>
      )}
    </Form>
  );
}

interface ClickProps {
  mode: Mode;
  sale: typeof EMPTY;
  set: (field: Field, value: string) => void;
  at: (field: string) => string | undefined;
}

/** Finds a sale by the click that led to it. */
function ClickFields({ mode, sale, set, at }: ClickProps) {
  const events = useQuery(query('GET /promoted-events', { query: { mode } })).data?.data ?? [];
  return (
    <>
      <Select
        label="Event"
        description="With clicks or sales of yours in the last 90 days. For another event, send a CSV with its ID."
        placeholder="Type a name"
        searchable
        filter={byFoldedLabel}
        nothingFoundMessage="No such event of yours"
        data={events.map(({ id, name, date, city }) => ({
          value: id,
          label: [name, utcDay(date), city].filter(Boolean).join(' · '),
        }))}
        value={sale.event_id || null}
        onChange={(id) => set('event_id', id ?? '')}
        error={at('event_id')}
      />
      <TextInput
        label="Sub ID of the click"
        value={sale.sub_id}
        onChange={({ currentTarget }) => set('sub_id', currentTarget.value)}
        error={at('sub_id')}
      />
      <TextInput
        label="Day of the purchase"
        description={`In your time zone, ${ZONE}.`}
        type="date"
        value={sale.day}
        onChange={({ currentTarget }) => set('day', currentTarget.value)}
        error={at('bought_at')}
      />
      <TextInput
        label="Time"
        description="Optional: a day is enough."
        type="time"
        value={sale.time}
        onChange={({ currentTarget }) => set('time', currentTarget.value)}
      />
    </>
  );
}

/** Moves the faults of the form's single sale to its fields. */
function faultsInFields(error: unknown, fields: readonly string[]): unknown {
  if (!isProblem(error)) return error;
  const errors = Object.entries(error.fields).map(([path, message]) => {
    const [, , field = fields[0] ?? ''] = path.split('.');
    return { field, message: message.startsWith('is required') || path === 'sales.0' ? 'is required' : message };
  });
  return new Problem(error.status, { code: error.code, detail: error.message, errors });
}
