import type { Earning } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Badge, type Tone } from '../../parts/Badge.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { moneyColumn } from '../../parts/Money.tsx';
import { unbroken } from '../../parts/money.ts';

const TONES: Record<Earning['status'], Tone> = {
  pending: 'quiet',
  approved: 'act',
  ready: 'warn',
  paid: 'good',
  reversed: 'bad',
};

/** A refund or correction is one whatever its status. */
const KINDS: Record<Exclude<Earning['kind'], 'sale'>, string> = { refund: 'refund', adjustment: 'correction' };

export function EarningBadge({ status, kind }: Pick<Earning, 'status' | 'kind'>) {
  return <Badge tone={TONES[status]}>{kind === 'sale' ? status : KINDS[kind]}</Badge>;
}

/** An earning with its words, in a list of them or on a statement: one line on a desktop, two on a phone. */
export const EARNING_COLUMNS: Column<Earning>[] = [
  { title: 'Day', phone: 4, cell: ({ created_at: at }) => <DateText at={at} show="day" /> },
  {
    title: 'Event',
    kind: 'text',
    wide: 1.25,
    phone: 1,
    cell: ({ id, event_name: name, event_id: event }) => (
      <AnchorLink to="/earnings/$id" params={{ id }} inherit>
        {name ?? event ?? 'Correction'}
      </AnchorLink>
    ),
  },
  { title: 'Sub ID', kind: 'text', cell: ({ sub_id: subId }) => subId ?? '–' },
  {
    title: 'Status',
    phone: 3,
    cell: ({ status, kind }) => <EarningBadge status={status} kind={kind} />,
  },
  moneyColumn('Commission', ({ commission }) => commission, { phone: 2 }),
  { title: 'What happens next', kind: 'text', wide: 3, cell: ({ explanation }) => unbroken(explanation) },
];
