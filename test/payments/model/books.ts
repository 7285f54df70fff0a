import type { Accounts } from './history.js';

export interface OrderFacts {
  id: string;
  status: string;
  quantity: number;
  total: number;
  refunded: number;
  refundedQuantity: number;
  payment: string | null;
  tickets: number;
  /** The first reward of the sale, and its ledger's sum now. */
  commission: number | null;
  ledger: number;
}

interface PageFacts {
  id: string;
  order: string;
  state: string;
  fee: number;
  payment: string | null;
  isOpen: boolean;
}

interface RefundFacts {
  id: string;
  order: string;
  reason: string;
  payment: string;
  amount: number;
  sent: boolean;
  reference: string | null;
  state: string | null;
}

interface DisputeFacts {
  id: string;
  order: string;
  payment: string;
  amount: number;
  state: string;
}

interface StatementFacts {
  id: string;
  status: string;
  method: string;
  currency: string;
  amount: number;
  lines: number;
  listed: number;
  vat: number;
  listedLines: number;
}

interface TransferFacts {
  id: string;
  statement: string;
  state: string;
  amount: number;
  isFiled: boolean;
}

/** A ticket type, and its tickets by their orders. */
interface StockFacts {
  type: string;
  capacity: number;
  held: number;
  sold: number;
  waiting: number;
  valid: number;
}

/** What our tables say at one instant. */
export interface Books {
  stock: StockFacts[];
  orders: OrderFacts[];
  pages: PageFacts[];
  refunds: RefundFacts[];
  disputes: DisputeFacts[];
  statements: StatementFacts[];
  transfers: TransferFacts[];
  /** Lines that are on two statements which count. */
  twice: string[];
  sums: { currency: string; ledger: number; paid: number; open: number; carried: number; waiting: number }[];
  /** What banks gave back after it was booked, or Stripe took back, and we owe again. */
  owedAgain: number;
  /** The settled part of the bank's surplus, and the part that adjustments deducted. */
  settled: number;
  recovered: number;
}

/** One statement, so one instant. */
export async function readBooks({ ctx, ticketTypeId, seatTypeId, companyId }: Accounts): Promise<Books> {
  const [row] = await ctx.sql<{ books: Books }[]>`
    WITH k AS MATERIALIZED (SELECT * FROM ticket_types WHERE id IN (${ticketTypeId}, ${seatTypeId})),
      o AS MATERIALIZED (SELECT * FROM orders WHERE event_id = (SELECT event_id FROM k WHERE id = ${ticketTypeId})),
      s AS MATERIALIZED (SELECT * FROM settlements WHERE company_id = ${companyId}),
      l AS MATERIALIZED (SELECT * FROM ledger_entries WHERE company_id = ${companyId}),
      t AS MATERIALIZED (SELECT t.* FROM settlement_transfers t JOIN s ON s.id = t.settlement_id),
      lines AS MATERIALIZED (SELECT i.*, s.status FROM settlement_lines i JOIN s ON s.id = i.settlement_id)
    SELECT jsonb_build_object(
      'stock', (SELECT jsonb_agg(jsonb_build_object('type', k.id, 'capacity', capacity, 'held', held, 'sold', sold,
        'waiting', (SELECT coalesce(sum(i.quantity), 0) FROM order_lines i JOIN o ON o.id = i.order_id
          WHERE i.ticket_type_id = k.id AND o.status = 'awaiting_payment'),
        'valid', (SELECT count(*) FROM tickets i JOIN o ON o.id = i.order_id WHERE i.ticket_type_id = k.id AND i.state = 'valid'))) FROM k),
      'orders', (SELECT jsonb_agg(jsonb_build_object('id', id, 'status', status, 'quantity', quantity, 'total', total_minor,
        'refunded', refunded_minor, 'refundedQuantity', refunded_quantity, 'payment', payment_reference,
        'tickets', (SELECT count(*) FROM tickets WHERE order_id = o.id AND state = 'valid'),
        'commission', (SELECT commission_minor FROM sales WHERE order_id = o.id),
        'ledger', (SELECT coalesce(sum(l.commission_minor), 0) FROM l JOIN sales a ON a.id = l.sale_id WHERE a.order_id = o.id))) FROM o),
      'pages', (SELECT jsonb_agg(jsonb_build_object('id', c.id, 'order', order_id, 'state', c.state, 'fee', fee_minor,
        'payment', c.payment_reference, 'isOpen', ended_at IS NULL)) FROM checkouts c JOIN o ON o.id = c.order_id),
      'refunds', (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'order', order_id, 'reason', reason, 'payment', r.payment_reference,
        'amount', amount_minor, 'sent', sent_at IS NOT NULL, 'reference', processor_reference, 'state', state))
        FROM refunds r JOIN o ON o.id = r.order_id),
      'disputes', (SELECT jsonb_agg(jsonb_build_object('id', d.id, 'order', order_id, 'payment', d.payment_reference,
        'amount', amount_minor, 'state', state)) FROM disputes d JOIN o ON o.id = d.order_id),
      'statements', (SELECT jsonb_agg(jsonb_build_object('id', id, 'status', status, 'method', method, 'currency', currency,
        'amount', amount_minor, 'lines', lines,
        'listed', (SELECT coalesce(sum(commission_minor), 0) FROM lines WHERE settlement_id = s.id), 'vat', vat_minor,
        'listedLines', (SELECT count(*) FROM lines WHERE settlement_id = s.id))) FROM s),
      'transfers', (SELECT jsonb_agg(jsonb_build_object('id', id, 'statement', settlement_id, 'state', state, 'amount', amount_minor,
        'isFiled', file_id IS NOT NULL)) FROM t),
      'twice', (SELECT jsonb_agg(earning_id) FROM (SELECT earning_id FROM lines
        WHERE status IN ('issued', 'paying', 'paid', 'failed') GROUP BY 1 HAVING count(*) > 1) x),
      'sums', (SELECT jsonb_agg(to_jsonb(x)) FROM (
        SELECT currency, sum(ledger) AS ledger, sum(paid) AS paid, sum(open) AS open, sum(carried) AS carried, sum(waiting) AS waiting FROM (
          SELECT currency, commission_minor AS ledger, 0 AS paid, 0 AS open, 0 AS carried, 0 AS waiting FROM l
          UNION ALL SELECT currency, 0, CASE WHEN status = 'paid' THEN amount_minor - vat_minor ELSE 0 END,
            CASE WHEN status IN ('issued', 'paying', 'failed') THEN amount_minor - vat_minor ELSE 0 END, 0, 0 FROM s
          UNION ALL SELECT e.currency, 0, 0, 0, CASE WHEN e.settlement_id IS NOT NULL THEN commission_minor ELSE 0 END,
            CASE WHEN e.settlement_id IS NULL THEN commission_minor ELSE 0 END
            FROM earnings e LEFT JOIN s ON s.id = e.settlement_id
            WHERE e.company_id = ${companyId} AND e.settles AND (s.id IS NULL OR s.status = 'carried')) every
        GROUP BY currency) x),
      'settled', (SELECT coalesce(sum(settled_minor), 0) FROM s),
      'recovered', (SELECT coalesce(-sum(e.commission_minor), 0) FROM settlement_runs r JOIN earnings e ON e.id = r.result ->> 'earningId'
        WHERE r.company_id = ${companyId} AND r.key LIKE 'settled %'),
      'owedAgain', (SELECT coalesce(sum(commission_minor), 0) FROM l WHERE kind = 'adjustment' AND order_id IS NULL)
    ) AS books`;
  if (!row) throw new Error('SELECT returned no row');
  const { books } = row;
  for (const name of ['orders', 'pages', 'refunds', 'disputes', 'statements', 'transfers', 'twice', 'sums'] as const) {
    Object.assign(books, { [name]: books[name] ?? [] });
  }
  return books;
}
