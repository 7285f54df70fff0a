import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { EARNING_COLUMNS } from '../earnings/EarningsTable.tsx';

/** The lines of a statement by day, with the amounts at its issue. */
export function LinesPanel({ id }: { id: string }) {
  const list = useList('GET /settlements/:id/lines', { id });
  return (
    <ListPage
      title="Lines"
      intro="The amounts as they were when the statement was issued, and where the money is now."
      label="Lines"
      list={list}
      empty="There are no lines."
      keyOf={({ id: earning }) => earning}
      columns={EARNING_COLUMNS}
    />
  );
}
