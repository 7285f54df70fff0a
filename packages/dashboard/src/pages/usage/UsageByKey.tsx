import type { Usage } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { KIND_TEXT, nameOf } from '../keys/keys.tsx';

export function UsageByKey({ keys }: { keys: Usage['keys'] }) {
  return (
    <Panel title="By key" flush>
      <DataTable
        label="Calls by key"
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Key',
            kind: 'text',
            cell: (key) => (
              <AnchorLink to="/keys/$id" params={{ id: key.id }} size="sm">
                {nameOf(key)}
              </AnchorLink>
            ),
          },
          { title: 'Hint', cell: ({ hint }) => <code>{hint}</code> },
          { title: 'Kind', cell: ({ kind }) => KIND_TEXT[kind].label },
          { title: 'Calls', kind: 'number', cell: ({ calls }) => count(calls) },
          { title: 'Last used', cell: ({ last_used_at: at }) => <DateText at={at} /> },
        ]}
      />
    </Panel>
  );
}
