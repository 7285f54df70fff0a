import type { Key } from '../../api/types/keys.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { When } from '../../parts/When.tsx';
import { KeyMark } from './KeyMark.tsx';
import { KIND_WORDS, nameOf } from './keys.ts';

export function KeysTable({ keys }: { keys: Key[] | undefined }) {
  return (
    <DataTable
      label="Keys"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Name',
          cell: (key) => (
            <AnchorLink to="/keys/$id" params={{ id: key.id }} search={{ mode: key.mode }} fw={500}>
              {nameOf(key)}
            </AnchorLink>
          ),
        },
        { title: 'Key', cell: ({ hint }) => <code>{hint}</code> },
        { title: 'Kind', cell: ({ kind }) => KIND_WORDS[kind].label },
        { title: 'Last used', cell: ({ last_used_at: at }) => <When at={at} /> },
        { title: 'Created', cell: ({ created_at: at }) => <When at={at} /> },
        { title: 'State', cell: (key) => <KeyMark of={key} /> },
      ]}
    />
  );
}
