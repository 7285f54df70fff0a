import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { query } from '../../api/queries.ts';
import { useRight } from '../../api/session.ts';
import type { Earning, Sale } from '../../api/types.ts';
import { useOwnMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Clip } from '../../parts/Clip.tsx';
import { CopyAction } from '../../parts/CopyAction.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { Money } from '../../parts/Money.tsx';
import { money, unbroken } from '../../parts/money.ts';
import { counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { utcDay } from '../../parts/times.ts';
import { EarningBadge } from './EarningsTable.tsx';
import classes from './Sale.module.css';

const AskForm = lazy(() => import('../inquiries/AskForm.tsx').then((it) => ({ default: it.AskForm })));

/** `/dashboard/earnings/{id}`: one sale, by the id of an earning, the sale or its order. */
export function SalePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const navigate = useNavigate();
  const [asking, ask] = useDisclosure(false);
  const { data: sale, error, refetch } = useQuery(query('GET /sales/:id', { id }));
  useOwnMode(sale?.mode);
  if (!sale) {
    const notFound = 'No earning of your company has this ID. If a sale is missing, ask about it under Missing sales.';
    return unreadPage({ title: 'Sale', error, onRetry: refetch, notFound });
  }
  const { event, order_id: order, records, steps, mode, next } = sale;
  const [record] = records;
  return (
    <>
      <PageHead
        title={event?.name ?? 'Correction'}
        badge={record && <EarningBadge status={record.status} kind={record.kind} />}
        intro={unbroken(next)}
        actions={
          order && (
            <RightButton action="inquiries.ask" variant="default" onClick={ask.open}>
              Ask about this sale
            </RightButton>
          )
        }
      />
      <Panel>
        <DescriptionList items={toFacts(sale)} />
        <dl className={classes.ids}>
          {toIds(sale).map(([name, value]) => (
            <Id key={name} name={name} value={value} />
          ))}
        </dl>
      </Panel>
      <Panel title="Timeline" intro="Days are in UTC.">
        <TimeLine steps={steps} currency={sale.currency} />
      </Panel>
      {records.length > 1 && (
        <Panel title="Where the money is now" intro="The earning of this sale, and its refunds and corrections.">
          <Records records={records} />
        </Panel>
      )}
      <Dialog opened={asking} onClose={ask.close} title="Ask about this sale">
        <AskForm mode={mode} order={order ?? ''} onDone={() => void navigate({ to: '/missing-sales' })} />
      </Dialog>
    </>
  );
}

function toFacts({ earned, currency, tickets, reward, event }: Sale): [name: string, value: ReactNode][] {
  const facts: [string, ReactNode][] = [['You earn', <Money key="earned" amount={earned} currency={currency} />]];
  if (tickets) {
    const { quantity, price, rewarded } = tickets;
    facts.push(['Sold', `${counted(quantity, 'ticket')} for ${money(price, tickets.currency)}, without fees`]);
    if (reward) facts.push(['Reward', rewardText(reward, currency)]);
    if (rewarded < quantity) facts.push(['Tickets with a reward', `${rewarded} of ${quantity}`]);
  }
  if (event) facts.push(['Event day', utcDay(event.date)]);
  return facts;
}

const rewardText = ({ kind, value }: NonNullable<Sale['reward']>, currency: string): string =>
  kind === 'flat' ? `${money(value, currency)} a ticket` : `${value}% of the price`;

function toIds({ id, order_id: order, sub_id: sub, event, records: [record] }: Sale): [name: string, value: string][] {
  const ids = { 'Sub ID': sub, Order: order, Sale: order && id, Earning: record?.id, Event: event?.id };
  return Object.entries(ids).flatMap(([name, value]) => (value ? [[name, value]] : []));
}

function Id({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.id}>
      <dt>{name}</dt>
      <dd>
        <code>
          <Clip>{value}</Clip>
        </code>
        <CopyAction value={value} what={`${name} ID`.replace('ID ID', 'ID')} />
      </dd>
    </div>
  );
}

type Step = Sale['steps'][number];

/** The past and expected steps of a sale, one in each row. */
function TimeLine({ steps, currency }: { steps: Step[]; currency: string }) {
  return (
    <ol className={classes.rows} data-dots>
      {steps.map((step) => (
        <Row key={`${step.at} ${step.text}`} {...step} currency={currency}>
          <StepText step={step} />
        </Row>
      ))}
    </ol>
  );
}

/** Where the money of each record of a sale is now. */
function Records({ records }: { records: Earning[] }) {
  return (
    <ul className={classes.rows}>
      {records.map(({ id, created_at: at, commission: amount, currency, explanation }) => (
        <Row key={id} at={at} amount={amount} currency={currency}>
          {unbroken(explanation)}
        </Row>
      ))}
    </ul>
  );
}

interface RowProps {
  at: string;
  expected?: boolean;
  amount: number | null;
  currency: string;
  children: ReactNode;
}

/** A line on a desktop, and two on a phone. */
function Row({ at, expected, amount, currency, children }: RowProps) {
  return (
    <li className={classes.row} data-expected={expected || undefined}>
      <span className={classes.day}>
        <DateText at={at} show="day" />
        {expected && ' (expected)'}
      </span>
      <span className={classes.text}>{children}</span>
      <span className={classes.amount}>{amount !== null && <Money amount={amount} currency={currency} />}</span>
    </li>
  );
}

/** A link for members who may see statements. */
function StepText({ step: { statement, text } }: { step: Step }) {
  const { may } = useRight('settlements.read');
  if (!statement || !may) return unbroken(text);
  return (
    <AnchorLink to="/statements/$id" params={{ id: statement.id }} inherit>
      {unbroken(text)}
    </AnchorLink>
  );
}
