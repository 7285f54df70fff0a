import type { Key } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { KeyBadge, KIND_TEXT, nameOf } from './keys.tsx';

export function KeysTable({ keys }: { keys: Key[] | undefined }) {
  return (
    <DataTable
      label="API keys"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Name',
          kind: 'text',
          cell: (key) => (
            <AnchorLink to="/keys/$id" params={{ id: key.id }} search={{ mode: key.mode }} inherit fw={500}>
              {nameOf(key)}
            </AnchorLink>
          ),
        },
        { title: 'Key', cell: ({ hint }) => <code>{hint}</code> },
        { title: 'Kind', cell: ({ kind }) => KIND_TEXT[kind].label },
        { title: 'Last used', cell: ({ last_used_at: at }) => <DateText at={at} /> },
        { title: 'Created', cell: ({ created_at: at }) => <DateText at={at} /> },
        { title: 'State', cell: (key) => <KeyBadge of={key} /> },
      ]}
    />
  );
}
