import type { Earning } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import { Clip } from '../../parts/Clip.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { Money } from '../../parts/Money.tsx';
import { unbroken } from '../../parts/money.ts';
import classes from './Filters.module.css';

const TONES: Record<Earning['status'], Tone> = {
  pending: 'quiet',
  approved: 'act',
  ready: 'warn',
  paid: 'good',
  reversed: 'bad',
};

/** A refund or correction is one whatever its status. */
const KINDS: Record<Exclude<Earning['kind'], 'sale'>, string> = { refund: 'refund', adjustment: 'correction' };

/** The badge of an earning's status. */
export function EarningBadge({ status, kind }: Pick<Earning, 'status' | 'kind'>) {
  return <Badge tone={TONES[status]}>{kind === 'sale' ? status : KINDS[kind]}</Badge>;
}

/** An earning with its words, in a list of them or on a statement. */
export const EARNING_COLUMNS: Column<Earning>[] = [
  { title: 'Day', cell: ({ created_at: at }) => <DateText at={at} show="day" /> },
  {
    title: 'Event and sub ID',
    kind: 'text',
    cell: ({ id, event_name: name, event_id: event, sub_id: subId }) => (
      <>
        <Clip>
          <AnchorLink to="/earnings/$id" params={{ id }} inherit>
            {name ?? event ?? 'Correction'}
          </AnchorLink>
        </Clip>
        {subId && (
          <span className={classes.small}>
            <Clip>{subId}</Clip>
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, kind }) => <EarningBadge status={status} kind={kind} />,
  },
  {
    title: 'Commission',
    kind: 'number',
    cell: ({ commission, currency }) => <Money amount={commission} currency={currency} />,
  },
  {
    title: 'Sale',
    kind: 'number',
    cell: ({ transaction_value: value, currency }) =>
      value === null ? '–' : <Money amount={value} currency={currency} />,
  },
  {
    title: 'What happens next',
    kind: 'prose',
    cell: ({ explanation }) => <span className={classes.why}>{unbroken(explanation)}</span>,
  },
];
