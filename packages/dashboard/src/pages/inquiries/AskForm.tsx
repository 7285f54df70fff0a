import { FileInput, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { isProblem, Problem } from '../../api/problem.ts';
import type { Mode } from '../../api/types.ts';
import { Form } from '../../parts/Form.tsx';
import { counted } from '../../parts/numbers.ts';
import { useChange } from '../../parts/use-change.ts';
import { faultsInLines, salesOfCsv } from './sales-of-csv.ts';

const EMPTY = { order_id: '', event_id: '', sub_id: '', bought_at: '', note: '' };
type Field = keyof typeof EMPTY;

interface FieldText {
  name: Field;
  label: string;
  description?: string;
  placeholder?: string;
}

const BY_ORDER: FieldText[] = [{ name: 'order_id', label: 'Order ID', placeholder: 'ord_…' }];
const BY_CLICK: FieldText[] = [
  { name: 'event_id', label: 'Event ID', placeholder: 'evt_…' },
  { name: 'sub_id', label: 'Click ID (sub_id)' },
  { name: 'bought_at', label: 'When was it bought?', description: 'A day is enough.', placeholder: '2026-11-02' },
];
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
      const names = [...fields.map(({ name }) => name), 'note' as const];
      const given = names.flatMap((name) => {
        const text = sale[name].trim();
        return text === '' ? [] : [[name, text]];
      });
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
    <Form change={asking} button="Ask" fields={way === 'csv' ? [] : [...fields.map(({ name }) => name), 'note']}>
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
              {fields.map(({ name, ...text }) => (
                <TextInput
                  key={name}
                  {...text}
                  value={sale[name]}
                  onChange={({ currentTarget }) => set(name, currentTarget.value)}
                  error={at(name)}
                />
              ))}
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

/** Moves the faults of the form's single sale to its fields. */
function faultsInFields(error: unknown, fields: readonly FieldText[]): unknown {
  if (!isProblem(error)) return error;
  const errors = Object.entries(error.fields).map(([path, message]) => {
    const [, , field = fields[0]?.name ?? ''] = path.split('.');
    return { field, message: message.startsWith('is required') || path === 'sales.0' ? 'is required' : message };
  });
  return new Problem(error.status, { code: error.code, detail: error.message, errors });
}
