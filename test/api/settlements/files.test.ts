import { parse } from 'csv-parse/sync';
import type { Earning } from '../../../src/earnings/wire.js';
import { settlementCsv } from '../../../src/settlements/statement-csv.js';
import type { Settlement } from '../../../src/settlements/wire.js';

const EARNING: Earning = {
  id: 'ern_1',
  sale_id: 'sale_1',
  event_id: 'evt_1',
  transaction_value: null,
  commission: -1.5,
  currency: 'KWD',
  status: 'reversed',
  reason: 'refund',
  created_at: '2026-10-02T10:00:00.000Z',
  test: false,
  sub_id: '-1-1',
  kind: 'refund',
  settlement_id: 'stm_1',
  approves_at: null,
  order_id: 'ord_1',
};
const SETTLEMENT: Settlement = {
  id: 'stm_1',
  period_start: '2026-10-01',
  period_end: '2026-11-01',
  due_on: '2026-11-11',
  amount: -1.5,
  currency: 'KWD',
  lines: 1,
  status: 'carried',
  method: 'bank_transfer',
  reference: 'ООО 7',
  payment_reference: null,
  issued_at: '2026-11-01T00:00:00.000Z',
  paid_at: null,
};

function source(lines: number) {
  return {
    settlement: { ...SETTLEMENT, lines, amount: -1.5 * lines },
    async *lines() {
      yield Array.from({ length: lines }, (_, number) => ({ ...EARNING, id: `ern_${number}` }));
    },
  };
}

test('a CSV has every digit of the currency and no text that a spreadsheet would run', async () => {
  const [row] = parse(String(await settlementCsv(source(1), 'programs')), { columns: true }) as Record<
    string,
    string
  >[];
  expect(row).toMatchObject({ commission: '-1.500', currency: 'KWD', sub_id: "'-1-1", transaction_value: '' });
});

test('a CSV ends with the order, after the columns that older imports read', async () => {
  const [header, line] = String(await settlementCsv(source(1), 'programs')).split('\r\n');
  expect(header).toBe(
    'settlement_id,period_start,period_end,id,kind,sale_id,event_id,sub_id,transaction_value,commission,currency,status,' +
      'reason,created_at,note,statement_net,statement_vat_rate,statement_vat,statement_total,order_id',
  );
  expect(line).toMatch(/,-1\.500,,,-1\.500,ord_1$/);
});
