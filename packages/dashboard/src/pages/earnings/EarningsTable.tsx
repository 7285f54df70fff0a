import type { Earning } from '../../api/types.ts';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { money, utcDay } from '../../parts/money.ts';
import classes from './Filters.module.css';

const TONES: Record<Earning['status'], Tone> = {
  pending: 'quiet',
  approved: 'act',
  ready: 'warn',
  paid: 'good',
  reversed: 'bad',
};

const NEXT: Record<NonNullable<Earning['next_step']>, string> = {
  approved: 'approved on',
  ready: 'ready on',
  statement: 'statement on',
  payment: 'paid from',
};

const KINDS: Record<Earning['kind'], string> = { sale: 'Sale', refund: 'Refund', adjustment: 'Correction' };

interface Props {
  label: string;
  rows: Earning[] | undefined;
  /** What to say where there is none. */
  empty: string;
}

/** Earnings with their words: a list of them, or the lines of a statement. */
export function EarningsTable({ label, rows, empty }: Props) {
  return (
    <DataTable
      label={label}
      empty={empty}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Day', cell: ({ created_at: at }) => <time dateTime={at}>{utcDay(at)}</time> },
        {
          title: 'Event',
          cell: ({ event_name: name, event_id: id, sub_id: subId }) => (
            <>
              <span className={classes.cell}>{name ?? id ?? '–'}</span>
              {subId && <span className={classes.small}>{subId}</span>}
            </>
          ),
        },
        { title: 'Kind', cell: ({ kind }) => <span style={{ whiteSpace: 'nowrap' }}>{KINDS[kind]}</span> },
        { title: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
        {
          title: 'Reason and next step',
          cell: ({ explanation, next_at: at, next_step: step }) => (
            <span className={classes.why}>
              {explanation}
              {at && step && (
                <>
                  {' '}
                  <time dateTime={at}>
                    Next: {NEXT[step]} {utcDay(at)}.
                  </time>
                </>
              )}
            </span>
          ),
        },
        {
          title: 'Sale',
          numeric: true,
          cell: ({ transaction_value: value, currency }) => (value === null ? '–' : money(value, currency)),
        },
        {
          title: 'Commission',
          numeric: true,
          cell: ({ commission, currency }) => (
            <span className={commission < 0 ? classes.minus : undefined}>{money(commission, currency)}</span>
          ),
        },
      ]}
    />
  );
}
