import { FileInput, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Mode } from '../../api/types.ts';
import { Form } from '../../parts/Form.tsx';
import { counted } from '../../parts/numbers.ts';
import { useChange } from '../../parts/use-change.ts';
import { salesOfCsv } from './sales-of-csv.ts';

const EMPTY = { order_id: '', event_id: '', sub_id: '', bought_at: '', note: '' };
type Field = keyof typeof EMPTY;

const BY_ORDER: [Field, string, string?][] = [['order_id', 'Order ID', 'ord_…']];
const BY_CLICK: [Field, string, string?][] = [
  ['event_id', 'Event ID', 'evt_…'],
  ['sub_id', 'Click ID (sub_id)'],
  ['bought_at', 'Time of the order, within a day', '2026-11-02T09:00:00Z'],
];
const WAYS = [
  { value: 'order', label: 'By order' },
  { value: 'click', label: 'By click' },
  { value: 'csv', label: 'Several, as CSV' },
];

/** Asks about one sale, or a file of them. */
export function AskForm({ mode, onDone }: { mode: Mode; onDone: () => void }) {
  const [way, setWay] = useState('order');
  const [sale, setSale] = useState(EMPTY);
  const [csv, setCsv] = useState('');
  const set = (field: Field, value: string) => setSale({ ...sale, [field]: value });
  const fields = way === 'order' ? BY_ORDER : BY_CLICK;
  const asking = useChange(
    async () => {
      const given = [...fields, ['note'] as const].flatMap(([name]) => {
        const text = sale[name].trim();
        return text === '' ? [] : [[name, text]];
      });
      const sales = way === 'csv' ? salesOfCsv(csv) : [Object.fromEntries(given)];
      return call('POST /inquiries', { query: { mode }, body: await checked('inquiriesBody', { sales }) });
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
    <Form change={asking} button="Ask" fields={way === 'csv' ? [] : [...fields.map(([name]) => name), 'note']}>
      {(at) => (
        <>
          <SegmentedControl fullWidth data={WAYS} value={way} onChange={setWay} aria-label="How to find the sale" />
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
              {fields.map(([name, label, placeholder]) => (
                <TextInput
                  key={name}
                  label={label}
                  placeholder={placeholder}
                  value={sale[name]}
                  onChange={({ currentTarget }) => set(name, currentTarget.value)}
                  error={at(name)}
                />
              ))}
              <Textarea
                label="Note"
                description="Optional. Don’t include personal data of buyers."
                value={sale.note}
                onChange={({ currentTarget }) => set('note', currentTarget.value)}
                error={at('note')}
              />
            </>
          )}
          <Text size="sm" c="dimmed">
            We compare it with our orders and your earnings.
          </Text>
        </>
      )}
    </Form>
  );
}
