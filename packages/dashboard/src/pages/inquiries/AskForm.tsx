import { FileInput, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { isProblem, Problem } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { Form, useForm } from '../../parts/Form.tsx';
import { byFoldedLabel } from '../../parts/folded-filter.ts';
import { counted } from '../../parts/numbers.ts';
import { utcDay } from '../../parts/times.ts';
import { faultsInLines, salesOfCsv } from './sales-of-csv.ts';

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
  const send = async (sales: Record<string, string>[]) =>
    call('POST /inquiries', { query: { mode }, body: await checked('inquiriesBody', { sales }) });
  const form = useForm(
    {
      ...{ way: 'order', csv: '', order_id: order, event_id: null as string | null },
      ...{ sub_id: '', day: '', time: '', note: '' },
    },
    async ({ way, csv, order_id, event_id, sub_id, day, time, note }) => {
      if (way === 'csv') {
        const { sales, lines } = salesOfCsv(csv);
        return send(sales).catch((error: unknown) => {
          throw faultsInLines(error, lines);
        });
      }
      const facts =
        way === 'order'
          ? { order_id, note }
          : { event_id: event_id ?? '', sub_id, bought_at: day && instantOf(day, time), note };
      const given = Object.entries(facts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]));
      return send([Object.fromEntries(given)]).catch((error: unknown) => {
        throw faultsInFields(error, way === 'order' ? BY_ORDER : BY_CLICK);
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
  const { way } = form.values;
  const events = useQuery({ ...query('GET /promoted-events', { query: { mode } }), enabled: way === 'click' });
  return (
    <Form form={form} button="Ask">
      {order === '' && (
        <SegmentedControl
          fullWidth
          data={WAYS}
          value={way}
          onChange={(value) => form.set({ way: value })}
          aria-label="How to find the sale"
        />
      )}
      {way === 'csv' && (
        <>
          <Textarea
            label="CSV"
            description="The first line names the columns: order_id, or event_id, sub_id and bought_at. A note column is optional. Up to 500 sales."
            autosize
            minRows={6}
            maxRows={14}
            value={form.values.csv}
            onChange={({ currentTarget }) => form.set({ csv: currentTarget.value })}
          />
          <FileInput
            label="Or choose a file"
            accept=".csv,text/csv"
            placeholder="sales.csv"
            onChange={(file) => void file?.text().then((csv) => form.set({ csv }))}
          />
        </>
      )}
      {way === 'order' && <TextInput label="Order ID" placeholder="ord_…" {...form.field('order_id')} />}
      {way === 'click' && (
        <>
          <Select
            label="Event"
            description="With clicks or sales of yours in the last 90 days. For another event, send a CSV with its ID."
            placeholder="Type a name"
            searchable
            filter={byFoldedLabel}
            nothingFoundMessage="No such event of yours"
            data={events.data?.data.map(({ id, name, date, city }) => ({
              value: id,
              label: [name, utcDay(date), city].filter(Boolean).join(' · '),
            }))}
            {...form.field('event_id')}
          />
          <TextInput label="Sub ID of the click" {...form.field('sub_id')} />
          <TextInput
            label="Day of the purchase"
            description={`In your time zone, ${ZONE}.`}
            type="date"
            {...form.field('day')}
            error={form.fault('bought_at')}
          />
          <TextInput label="Time" description="Optional: a day is enough." type="time" {...form.field('time')} />
        </>
      )}
      {way !== 'csv' && (
        <Textarea
          label="Note"
          description="Optional. Don’t include personal data of buyers."
          data-autofocus={order !== '' || undefined}
          {...form.field('note')}
        />
      )}
      <Text size="sm" c="dimmed">
        We compare it with our orders and your earnings. A question that you have asked before is not asked twice.
      </Text>
    </Form>
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
